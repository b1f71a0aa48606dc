import { ok, type Result } from '../../../domain/result';
import type { Source } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import type { Failure } from '../rpc/failure';
import type { Call } from '../state/calls';

/** Rows per call: the server's limit. */
const CHUNK = 1_000;

/** A selected row of the inventory: its IDs on both platforms, '' where it is on one, and whether it is matched, or why not. */
export interface SelectedVariant {
  readonly shopifyId: string;
  readonly squareId: string;
  readonly matching: string;
}

/** A variant of one platform whose tracking can be enabled. */
export interface TrackingRow {
  /** Unique among the rows of both platforms. */
  readonly id: string;
  readonly source: Source;
  readonly variant: Variant;
}

/** What can be enabled, and how many of the selected rows are left out, by why. */
export interface TrackingPlan {
  readonly rows: readonly TrackingRow[];
  readonly leftOut: Readonly<Record<'tracked' | 'excluded' | 'archived', number>>;
}

/** Reads every variant that a platform does not track, for each of these platforms. `onProgress` gets the number read so far. */
export async function readUntracked(
  call: Call,
  sources: readonly Source[],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (read: number) => void },
): Promise<Result<readonly TrackingRow[], Failure>> {
  const rows: TrackingRow[] = [];
  for (const source of sources) {
    for (let offset = 0, more = true; more;) {
      const request = { source, issueType: 'inventory_disabled', limit: CHUNK, offset };
      const answer = await call((api, options) => api.issues.getIssues(request, options), {
        label: 'reading what is not tracked',
        toast: false,
        signal,
      });
      if (!answer.ok) return answer;
      const { variants, total } = answer.value;
      rows.push(...variants.map((variant) => ({ id: `${source}:${variant.id}`, source, variant })));
      offset += variants.length;
      more = variants.length > 0 && offset < total;
      onProgress(rows.length);
    }
  }
  return ok(rows);
}

/** Plans what is enabled: those of the selected rows that a platform does not track, or all where none are selected. */
export function planTracking(untracked: readonly TrackingRow[], selected: readonly SelectedVariant[] | null): TrackingPlan {
  const leftOut = { tracked: 0, excluded: 0, archived: 0 };
  if (selected === null) return { rows: untracked, leftOut };
  const byId = new Map(untracked.map((row) => [row.id, row]));
  const rows = selected.flatMap(({ shopifyId, squareId, matching }) => {
    const found = [`shopify:${shopifyId}`, `square:${squareId}`].flatMap((id) => byId.get(id) ?? []);
    if (found.length === 0) leftOut[matching === 'excluded' || matching === 'archived' ? matching : 'tracked'] += 1;
    return found;
  });
  return { rows, leftOut };
}

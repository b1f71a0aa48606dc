import type { ReactNode } from 'react';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { LevelStep } from '../../../gen/sh/inventory_pb';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { ScrollList } from '../../shared/components/scroll-list';
import { formatQuantity, isolate } from '../../shared/formats';
import { variantTitle } from '../../shared/variant-names';
import type { ListedVariant } from './level-state';
import { levelingText } from './leveling.text';

const text = levelingText.row;

interface LevelRowsProps {
  readonly label: string;
  readonly steps: readonly LevelStep[];
  readonly names: ReadonlyMap<string, ListedVariant>;
  /** Shows the result of a row instead of its change. */
  readonly outcome?: (id: string) => ReactNode;
}

/** Lists the rows of a plan: each variant with its quantities now and after. */
export function LevelRows({ label, steps, names, outcome }: LevelRowsProps) {
  return (
    <ScrollList label={label} rows={steps} rowKey={({ id }) => id}>
      {(step) => (
        <>
          <Name listed={names.get(step.id)} id={step.id} />
          <span className="flex shrink-0 items-center gap-3">
            {outcome === undefined ? SOURCES.map((source) => <Change key={source} source={source} step={step} />) : outcome(step.id)}
          </span>
        </>
      )}
    </ScrollList>
  );
}

function Name({ listed, id }: { readonly listed: ListedVariant | undefined; readonly id: string }) {
  if (listed === undefined) return <span className="text-muted">{text.unnamed(id)}</span>;
  const title = variantTitle(listed.variant.name);
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">
        {isolate(listed.productName)}
        {title !== '' && <span className="font-normal text-muted"> · {isolate(title)}</span>}
      </span>
      <span className="block truncate font-mono text-xs text-muted">{listed.variant.sku}</span>
    </span>
  );
}

function Change({ source, step }: { readonly source: Source; readonly step: LevelStep }) {
  const from = source === 'shopify' ? step.shopifyQuantity : step.squareQuantity;
  const same = from === step.to;
  const [name, now, next] = [sourceName(source), formatQuantity(from), formatQuantity(step.to)];
  return (
    <span
      className="inline-flex min-w-20 items-center justify-end gap-1.5 tabular-nums"
      aria-label={same ? text.stays(name, now) : text.changes(name, now, next)}
      role="img"
    >
      <PlatformGlyph source={source} size={14} />
      {same ? (
        <span className="text-faint">{now}</span>
      ) : (
        <span>
          <span className="text-muted">{now}</span> → <strong className="font-semibold">{next}</strong>
        </span>
      )}
    </span>
  );
}

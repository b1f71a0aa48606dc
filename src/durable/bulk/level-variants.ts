import type { InventoryView } from '../../domain/catalog/joined';
import { ok, refuse, type Answer } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import { adjust, amountsTo, canAdjust, type SideAmounts } from '../../domain/sync/adjust';
import type { QuantityRow } from '../../domain/sync/bulk-change';
import type { LevelEntry } from '../../domain/sync/engine/context';
import { isPacked } from '../../domain/sync/pack-size';
import type { Account } from '../account/account';
import { mayWrite, NONE_THERE, wish } from '../actions/manual-stock';
import type { Editor } from '../api/edits-api';
import type { Leveled, LevelPart, LevelStep } from '../api/manual-stock-api';
import { pairOf } from '../sync/stock-pair';
import { endUndoing } from './bulk-change-store';
import { begunChange, keepRows } from './keep-rows';

/** Maximum number of variants leveled at once. */
const MOST_LEVELED = 5_000;

/** Returns the out-of-sync variants among those requested, without those of a pack size, and both sides' new quantity. `not_found` when none of those named exists. */
export function planLevelling(
  account: Account,
  request: { keys: readonly number[]; view: InventoryView; query: string; take: Source },
): Answer<readonly LevelStep[]> {
  const listing = account.listing();
  const keys = request.keys.length > 0 ? request.keys : listing.keysOf(request.view, request.query, MOST_LEVELED + 1);
  if (keys.length > MOST_LEVELED) return refuse('invalid_argument', `At most ${MOST_LEVELED} variants can be leveled at once.`);
  const variants = listing.byKeys(keys);
  if (variants.length === 0 && request.keys.length > 0) return refuse('not_found', NONE_THERE);
  return ok(
    variants.flatMap((variant) => {
      const { shopifyQuantity: shopify, squareQuantity: square } = variant;
      const to = request.take === 'shopify' ? shopify : square;
      const linked = variant.shopify?.tracked === true && variant.square?.tracked === true;
      return linked && !isPacked(variant.packs) && shopify !== square && to !== null ? [{ key: variant.key, shopify, square, to }] : [];
    }),
  );
}

/**
 * Applies a plan: rows that changed since the plan was shown are left for another one. All rows are changed and stored in one turn, so that a kill
 * leaves all of it or nothing. `not_found` when the bulk change that it continues is not there.
 */
export function level(account: Account, steps: readonly LevelStep[], part: LevelPart): Answer<Leveled> {
  if (steps.length > MOST_LEVELED) return refuse('invalid_argument', `At most ${MOST_LEVELED} variants can be leveled at once.`);
  const begun = begunChange(account, part, steps.length);
  if (!begun.ok) return begun;
  return account.sync.turn(() => {
    const rows = steps.map((step) => levelOne(account, step, part.by));
    const outcomes = rows.map(({ key, state, problem }) => ({ key, outcome: OUTCOMES[state], problem }));
    endUndoing(account, new Set(rows.flatMap((row) => (isSetOutright(row) ? [row.key] : []))));
    return ok({ bulkChange: keepRows(account, rows, { begun: begun.value, by: part.by, kind: part.kind }), outcomes });
  });
}

/** One number for both sides means two different stocks. */
const PACKED = 'Its sides count different units, by its pack size. Set its quantity in its details.';

/** A call that was made twice, or a second plan for the same number, changes nothing: undoing it must not claim to. */
const UNDER_WAY = 'This number was on its way already, by an earlier change.';

const isSetOutright = ({ state, amounts, problem }: QuantityRow): boolean => state === 'set' && amounts === null && problem === '';

const OUTCOMES = { set: 'taken', undone: 'taken', unconfirmed: 'taken', stale: 'stale', refused: 'refused' } as const;

function levelOne(account: Account, { key, shopify, square, to }: LevelStep, by: Editor): QuantityRow {
  const entry = account.sync.store.byKey(key);
  const row = (state: QuantityRow['state'], problem = '', amounts: SideAmounts | null = null): QuantityRow => ({
    key,
    stock: pairOf(entry),
    sku: entry?.sku ?? '',
    before: { shopify, square },
    to,
    amounts,
    state,
    problem,
  });
  if (entry === null || !entry.linked) return row('refused', 'The variant is no longer on both platforms.');
  if (isPacked(entry.level.packs)) return row('refused', PACKED);
  if (entry.level.shopify.accounted !== shopify || entry.level.square.accounted !== square) return row('stale');
  const allowed = mayWrite(account, entry, to);
  if (!allowed.ok) return row('refused', allowed.error.message);
  const amounts = change(account, entry, to, by);
  return isNothing(amounts) ? row('set', UNDER_WAY) : row('set', '', amounts);
}

const isNothing = (amounts: SideAmounts | null): boolean => amounts !== null && SOURCES.every((source) => amounts[source] === 0);

/** Changes one variant. Returns what was added to each side; null when it was set outright, because something about it was not certain. */
function change(account: Account, entry: LevelEntry, to: LevelStep['to'], by: Editor): SideAmounts | null {
  const { level: before, key } = entry;
  if (!canAdjust(before)) {
    wish(account, entry, to, by);
    return null;
  }
  const amounts = amountsTo(before, to);
  if (isNothing(amounts)) return amounts;
  account.sync.put(key, adjust(before, amounts));
  account.sync.line(key, { kind: 'set', to, by, shopify: before.shopify.accounted, square: before.square.accounted });
  return amounts;
}

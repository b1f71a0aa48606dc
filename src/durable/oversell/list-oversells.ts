import { describeCause } from '../../domain/history/change-message';
import { isTimed, laterSide, type OversellChange } from '../../domain/history/oversell';
import type { OversellChangeView, OversellList, OversellView } from '../api/oversell-api';
import { pairId } from '../sync/stock-pair';
import { isOpen, type OversellCase } from './oversell-store';
import type { Oversells } from './oversells';

/** Lists the latest open cases; those of one variant when `id` names its case. */
export function listOversells(oversells: Oversells, limit: number, id: string | null): OversellList {
  const open = oversells.store.all().filter((one) => isOpen(one) && (id === null || pairId(one.stock) === id));
  return { total: open.length, cases: open.slice(0, limit).map((one) => viewOf(one, oversells)) };
}

function viewOf(one: OversellCase, oversells: Oversells): OversellView {
  const { stock, at, sku, productName, variantName, changes, more } = one;
  return {
    id: pairId(stock),
    at,
    sku,
    productName,
    variantName,
    short: oversells.shortOf(one),
    later: laterSide(one),
    changes: changes.map(changeView),
    more,
  };
}

function changeView(change: OversellChange): OversellChangeView {
  const { source, delta, before, after, at, toldAt, cause } = change;
  const what = describeCause({ side: source, delta, before, after }, cause);
  return { source, at: toldAt ?? at, isTimed: isTimed(change), delta, what };
}

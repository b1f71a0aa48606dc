import { Eye } from 'lucide-react';
import { useState } from 'react';

import type { AccountStatus, WatchedVariant, WatchReport } from '../../../gen/sh/account_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import { Button } from '../../shared/components/button';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { formatDay, formatTimeOfDay } from '../../shared/dates';
import { formatChange, formatQuantity } from '../../shared/formats';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { watchText as text } from '../../shared/watch.text';
import { StartDialog } from './start-dialog';
import { FIRST_WATCHED, MORE_WATCHED, watchAtom } from './watch-state';

interface WatchPanelProps {
  readonly status: AccountStatus;
  /** Null while not known. */
  readonly counts: InventoryCounts | null;
}

/** Shows what syncing would have done while the account only watches, and the button that starts it. */
export function WatchPanel({ status, counts }: WatchPanelProps) {
  const [limit, setLimit] = useState(FIRST_WATCHED);
  const loaded = useLoad({
    atom: watchAtom,
    key: String(limit),
    label: 'getting what was watched',
    make: (api, options) => api.account.getWatchReport({ limit, cursor: '' }, options),
    live: true,
    keep: true,
  });
  const [asking, setAsking] = useState(false);
  const report = latest(loaded.remote);
  const since = status.watchingSince;
  return (
    <section aria-labelledby="watch-heading" className="rounded-lg border border-accent bg-surface shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-3 px-4 py-4 sm:px-5">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="watch-heading" className="flex items-center gap-2 text-lg font-semibold">
            <Eye size={18} className="shrink-0 text-accent" />
            {text.title}
          </h2>
          <p className="mt-1 max-w-prose text-muted">{text.since(`${formatDay(since)}, ${formatTimeOfDay(since)}`)}</p>
          {report !== null && <Totals report={report} />}
        </div>
        <Button kind="primary" onClick={() => setAsking(true)}>
          {text.start}
        </Button>
      </div>
      {report === null ? (
        <Unloaded loaded={loaded} title={text.notLoaded} rows={3} />
      ) : (
        report.variants.length > 0 && (
          <WatchedList report={report} onMore={() => setLimit((known) => (known === FIRST_WATCHED ? MORE_WATCHED : 500))} />
        )
      )}
      {asking && <StartDialog status={status} counts={counts} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Totals({ report: { changes, total, oversells, oversold } }: { readonly report: WatchReport }) {
  return (
    <ul className="mt-2 list-disc pl-5">
      <li>{text.changes(changes, total)}</li>
      {changes > 0 && <li className={oversells > 0 ? 'font-medium text-warn' : undefined}>{text.oversells(oversells, oversold)}</li>}
    </ul>
  );
}

function WatchedList({ report, onMore }: { readonly report: WatchReport; readonly onMore: () => void }) {
  const { variants, total, next } = report;
  return (
    <>
      <table aria-label={text.list} className="w-full border-t border-line text-sm">
        <thead>
          <tr className="bg-sunken text-left text-muted [&>th]:px-2 [&>th]:py-2 [&>th]:font-medium [&>th:first-child]:pl-4 [&>th:last-child]:pr-4">
            <th scope="col">{text.variant}</th>
            <th scope="col" className="text-right">
              {text.toShopify}
            </th>
            <th scope="col" className="text-right">
              {text.toSquare}
            </th>
            <th scope="col" className="text-right">
              {text.prevented}
            </th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <WatchedRow key={variant.id} variant={variant} />
          ))}
        </tbody>
      </table>
      {next !== '' && (
        <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-sm text-muted">
          {text.shown(variants.length, total)}
          {variants.length < 500 && (
            <Button size="sm" onClick={onMore}>
              {text.more}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function WatchedRow({ variant }: { readonly variant: WatchedVariant }) {
  const { sku, productName, variantName, toShopify, toSquare, oversold, lastChange } = variant;
  const name = variantName === '' ? productName : `${productName} – ${variantName}`;
  return (
    <tr
      data-watched={sku}
      className="[&>td]:border-t [&>td]:border-line [&>td]:px-2 [&>td]:py-2 [&>td:first-child]:pl-4 [&>td:last-child]:pr-4"
    >
      <td className="wrap-anywhere">
        <span className="font-medium">{name}</span> <span className="font-mono text-xs text-muted">{sku}</span>
        <span className="block text-xs text-muted">
          <When at={lastChange}>{`${formatDay(lastChange)}, ${formatTimeOfDay(lastChange)}`}</When>
        </span>
      </td>
      <td className="text-right tabular-nums">{toShopify === 0 ? '' : formatChange(toShopify)}</td>
      <td className="text-right tabular-nums">{toSquare === 0 ? '' : formatChange(toSquare)}</td>
      <td className="text-right tabular-nums">{oversold === 0 ? '' : formatQuantity(oversold)}</td>
    </tr>
  );
}

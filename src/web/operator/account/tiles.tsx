import type { ReactNode } from 'react';

import type { AccountDetail, InventorySummary } from '../../../gen/sh/admin_pb';
import { formatFull } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { formatDollars, relativeDay } from '../formats';
import { text } from './account.text';

/** Shows an account's figures. `now` is in ms since epoch. */
export function Tiles({ detail, now }: { readonly detail: AccountDetail; readonly now: number }) {
  const { tiles } = text;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <Tile name={tiles.expires}>
        <Day at={detail.summary?.expires ?? ''} now={now} />
      </Tile>
      <Tile name={tiles.lastLogin}>
        <Day at={detail.lastLoginDate} now={now} />
      </Tile>
      <Tile name={tiles.lastPayment}>
        <Day at={detail.lastPaymentDate} now={now} />
      </Tile>
      <Tile name={tiles.charges}>{formatDollars(detail.totalPaymentDollars)}</Tile>
      <Tile name={tiles.catalog('shopify')}>
        <Catalog summary={detail.shopify} />
      </Tile>
      <Tile name={tiles.catalog('square')}>
        <Catalog summary={detail.square} />
      </Tile>
      <Tile name={tiles.shopifyOrders}>
        <Orders available={detail.shopifyOrdersAvailable} orders={detail.shopifyOrdersYtd} />
      </Tile>
      <Tile name={tiles.squareOrders}>
        <Orders available={detail.squareOrdersAvailable} orders={detail.squareOrdersLast30} />
      </Tile>
      <Tile name={tiles.syncedLocations}>{formatCount(detail.totalSyncedLocations)}</Tile>
    </dl>
  );
}

function Tile({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3 shadow-card">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 text-lg font-semibold break-words tabular-nums">{children}</dd>
    </div>
  );
}

/** Shows a day with its distance from today, in red once it is past. */
function Day({ at, now }: { readonly at: string; readonly now: number }) {
  const date = relativeDay(at, now);
  if (date === null) return <Missing>{text.tiles.none}</Missing>;
  return (
    <time dateTime={at} title={formatFull(at)}>
      {date.day}{' '}
      <span className={date.past ? 'block text-sm font-medium text-bad' : 'block text-sm font-medium text-muted'}>{date.distance}</span>
    </time>
  );
}

function Catalog({ summary }: { readonly summary: InventorySummary | undefined }) {
  const { totalProducts = 0, totalVariants = 0, totalLocations = 0 } = summary ?? {};
  return (
    <>
      {text.tiles.products(totalProducts)}{' '}
      <span className="block text-sm font-medium text-muted">{text.tiles.variantsAndLocations(totalVariants, totalLocations)}</span>
    </>
  );
}

/** Shows a number of orders. A platform reports none without the permission to read orders. */
function Orders({ available, orders }: { readonly available: boolean; readonly orders: number }) {
  return available ? formatCount(orders) : <Missing>{text.tiles.notAvailable}</Missing>;
}

function Missing({ children }: { readonly children: string }) {
  return <span className="font-normal text-muted">{children}</span>;
}

import type { ReactNode } from 'react';

import type { AccountDetail, InventorySummary } from '../../../gen/sh/admin_pb';
import { formatFull } from '../../shared/dates';
import { formatCount, plural } from '../../shared/formats';
import { dayStanding, formatDollars } from '../formats';
import { ordersText } from './state';

/** A customer in figures. */
export function Tiles({ detail, now }: { readonly detail: AccountDetail; readonly now: number }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-3">
      <Tile name="Expires">
        <Day at={detail.summary?.expires ?? ''} now={now} />
      </Tile>
      <Tile name="Last Login">
        <Day at={detail.lastLoginDate} now={now} />
      </Tile>
      <Tile name="Last Payment">
        <Day at={detail.lastPaymentDate} now={now} />
      </Tile>
      <Tile name="Charges">{formatDollars(detail.totalPaymentDollars)}</Tile>
      <Tile name="Shopify Catalog">
        <Catalog summary={detail.shopify} />
      </Tile>
      <Tile name="Square Catalog">
        <Catalog summary={detail.square} />
      </Tile>
      <Tile name="Shopify Orders (YTD)">
        <Known>{ordersText(detail.shopifyOrdersAvailable, detail.shopifyOrdersYtd)}</Known>
      </Tile>
      <Tile name="Square Orders (last 30)">
        <Known>{ordersText(detail.squareOrdersAvailable, detail.squareOrdersLast30)}</Known>
      </Tile>
      <Tile name="Synced Locations">{formatCount(detail.totalSyncedLocations)}</Tile>
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

/** A day with how far off it is, in red once it has passed; n/a where there is none. */
function Day({ at, now }: { readonly at: string; readonly now: number }) {
  const standing = dayStanding(at, now);
  if (standing === null) return <Known>n/a</Known>;
  return (
    <time dateTime={at} title={formatFull(at)}>
      {standing.day}{' '}
      <span className={standing.past ? 'block text-sm font-medium text-bad' : 'block text-sm font-medium text-muted'}>
        {standing.distance}
      </span>
    </time>
  );
}

function Catalog({ summary }: { readonly summary: InventorySummary | undefined }) {
  const { totalProducts = 0, totalVariants = 0, totalLocations = 0 } = summary ?? {};
  return (
    <>
      {plural(totalProducts, 'product', 'products')}{' '}
      <span className="block text-sm font-medium text-muted">
        {plural(totalVariants, 'variant', 'variants')}, {plural(totalLocations, 'location', 'locations')}
      </span>
    </>
  );
}

/** A figure, or in grey the words that stand for one that is not known. */
function Known({ children }: { readonly children: string }) {
  return children === 'n/a' || children === 'not available' ? <span className="font-normal text-muted">{children}</span> : children;
}

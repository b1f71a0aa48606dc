import type { Result } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import type { Account } from '../account/account';

/** Products and items per page, as many as one Shopify request can carry. A page is processed before the next is requested. */
const PAGE = { products: 10, items: 50 } as const;

/** How long one alarm reads, in ms: other tasks wait behind it. */
const SLICE_MS = 10_000;

/** Maximum wait for the snapshot under way that a long list was left to, in ms. Either it ends sooner, or it has stopped. */
const SNAPSHOT_WAIT_MS = 60_000;

/**
 * Reads what webhooks have named, each platform separately: a failure of one does not delay the other. A page is processed and removed from
 * the list before the next is read.
 */
export async function refreshQueuedProducts(account: Account): Promise<void> {
  const { touched, host, locations } = account;
  if (locations.pair() === null) {
    // Until a pair is chosen there is no location to read levels at; the first snapshots will find everything.
    const { products, items, squareCatalogue } = touched.peek();
    touched.done({ products, items }, host.now());
    if (squareCatalogue) touched.done({ squareCatalogue }, host.now());
  } else {
    await Promise.all(SOURCES.map((source) => readDue(account, source, host.now() + SLICE_MS)));
  }
  account.changed();
}

async function readDue(account: Account, source: Source, ends: number): Promise<void> {
  const { touched, host } = account;
  for (;;) {
    const due = touched.dueAt(source);
    if (due === null || due > host.now() || host.now() >= ends) return;
    const read = await (source === 'shopify' ? readShopifyPage(account) : readSquarePage(account));
    if (!read.ok) {
      touched.failed(source, read.error, host.now());
      host.note(`changed products of ${source} were not read: ${describeFailure(read.error)}`, 'info');
    }
  }
}

async function readShopifyPage(account: Account): Promise<Result<unknown, PlatformFailure>> {
  const { touched, snapshots, host } = account;
  const { products, items, whole } = touched.peek();
  const pages = Math.ceil(products.length / PAGE.products) + Math.ceil(items.length / PAGE.items);
  // While a read of everything waits for the merchant's approval, another would as well: what is listed is read by itself.
  const isParked = snapshots.doubtOf('shopify') !== '' && pages > 0;
  if (!isParked && (whole === true || snapshots.isWorthWhole(pages))) {
    if (snapshots.readWhole('shopify')) touched.covered();
    else touched.wait('shopify', host.now() + SNAPSHOT_WAIT_MS);
    return { ok: true, value: null };
  }
  const page =
    products.length > 0 ? { products: products.slice(0, PAGE.products), items: [] } : { products: [], items: items.slice(0, PAGE.items) };
  // Listed items of a listed product are read with it.
  const ids = [...page.products, ...items];
  touched.begin(ids);
  try {
    const read = await snapshots.refresh({ ...page, squareCatalogue: false });
    if (!read.ok) return read;
    const rows = account.catalog.table.ofProducts(page.products);
    const held = new Set(rows.map(({ shopify }) => shopify?.stockId));
    touched.done({ products: page.products, items: [...page.items, ...items.filter((id) => held.has(id))] }, host.now());
    return read;
  } finally {
    touched.end(ids);
  }
}

async function readSquarePage({ touched, snapshots, host }: Account): Promise<Result<unknown, PlatformFailure>> {
  touched.begin(['square']);
  try {
    const read = await snapshots.readSquareChanges();
    if (read.ok && !read.value.more) touched.done({ squareCatalogue: true }, host.now());
    return read;
  } finally {
    touched.end(['square']);
  }
}

import { until } from '../../../scripts/app-process';
import { configureSandbox } from '../../../scripts/merchant';
import type { Merchant } from './merchant';
import type { Addresses } from './sign-in';
import { persist, refusedFor } from './storm-acts';
import { readUnits, type Variant } from './storm-catalog';
import { pause } from './storm-sales';
import { listed } from './storm-verdict';

/** The initial stock. */
export interface Beginning {
  /** Units of each item by its platform id; one that is left out starts as it was generated. */
  readonly units: ReadonlyMap<string, number>;
  /** What the product has done wrong so far, in words. */
  readonly wrong: readonly string[];
}

/** After this time an earlier write has arrived or never will (ms): the sandbox delivers a late one within 47 s. */
const LAST_ARRIVAL_MS = 50_000;
/** How long the product may take to read both catalogs and list them (ms). */
const LISTED_MS = 240_000;

/** The merchant uninstalls the app on Shopify's Apps page; the webhook arrives before the tokens stop working. */
export async function uninstallApp(app: Addresses): Promise<void> {
  await configureSandbox(app, { faults: { shopify: { endsLaterMs: 3_000 } } });
  const body = new URLSearchParams({ do: 'uninstall' });
  const done = await fetch(`${app.sandbox}/shopify/demo.myshopify.com/admin/apps`, { method: 'POST', body, redirect: 'manual' });
  if (done.status !== 303) throw new Error(`the app could not be uninstalled: ${done.status} ${await done.text()}`);
}

interface Status {
  readonly is_subscribed: boolean;
  readonly shopify_access: boolean;
  readonly square_access: boolean;
  readonly listening_active: boolean;
  readonly snapshots: readonly { readonly id: string; readonly name: string; readonly state: string; readonly problem: string }[];
}

const statusOf = (merchant: Merchant) => merchant.rpc('sh.Account/GetAccountStatus') as Promise<Status>;

/** Where the product's list differs from the platforms, in words. */
async function listedWrong(merchant: Merchant, variants: readonly Variant[], units: ReadonlyMap<string, number>) {
  const known = await listed(merchant);
  return variants.flatMap(({ sku, shopify, square }) => {
    const [one, here, there] = [known.get(shopify), units.get(shopify), units.get(square)];
    const right =
      one !== undefined &&
      one.square_id === square &&
      one.shopify_quantity === here &&
      one.square_quantity === there &&
      one.status === (here === there ? 'in_sync' : 'out_of_sync');
    if (right) return [];
    const said = one === undefined ? 'nothing' : `${one.status} ${String(one.shopify_quantity)} and ${String(one.square_quantity)}`;
    return [`started again, ${sku} has ${String(here)} and ${String(there)}; the product lists ${said}`];
  });
}

/**
 * The merchant installs the app again, at first without a scope that it needs, and subscribes. No earlier write may be sent, and stock
 * starts from what both sides have by then: the product lists it, and shows for each variant whether the sides differ.
 */
export async function installAgain(
  app: Addresses,
  merchant: Merchant,
  variants: readonly Variant[],
  bulkFaults: object,
): Promise<Beginning> {
  await pause(LAST_ARRIVAL_MS);
  const before = await readUnits(app);
  const install = '/shopify/oauthRequest?shop=demo';
  await configureSandbox(app, { faults: { shopify: { withheldScopes: ['write_inventory'] } } });
  await refusedFor(merchant, install, 'write_inventory');
  await configureSandbox(app, { faults: { shopify: { withheldScopes: [], ...bulkFaults } } });
  await merchant.open(install);
  await persist('a subscription', async () => {
    if ((await statusOf(merchant)).is_subscribed) return;
    const { redirect_url: confirm } = (await merchant.rpc('sh.Subscriptions/CreateSubscription', { is_test: true })) as {
      redirect_url: string;
    };
    await merchant.open(confirm);
    if (!(await statusOf(merchant)).is_subscribed) throw new Error('not subscribed yet');
  });
  const settled = async () => {
    const { shopify_access, square_access, listening_active, snapshots } = await statusOf(merchant);
    // While bulk operations fail, a snapshot may fail permanently; the merchant presses the button.
    for (const { name, state } of snapshots) if (state === 'failed') await merchant.rpc('sh.Inventory/RefreshSnapshots', { source: name });
    const ready = shopify_access && square_access && listening_active && snapshots.every(({ state }) => state === 'done');
    if (ready && (await listedWrong(merchant, variants, await readUnits(app))).length === 0) return true;
    await pause(500);
    return false;
  };
  await until(settled, 'both catalogs as they are', LISTED_MS).catch(() => undefined);
  const units = await readUnits(app);
  const sent = variants.flatMap(({ sku, shopify, square }) =>
    [shopify, square].flatMap((id) =>
      units.get(id) === before.get(id) ? [] : [`started again, ${sku} went from ${String(before.get(id))} to ${String(units.get(id))}`],
    ),
  );
  return { units, wrong: [...sent, ...(await listedWrong(merchant, variants, units))] };
}

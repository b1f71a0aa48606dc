import { askShopify, JSON_ALONE } from './outside';
import type { Addresses } from './sign-in';
import { renameVariant, type Variant } from './storm-catalog';
import { pause } from './storm-sales';

/** One product of the generated catalog: its variants as pairs. */
export type Product = readonly Variant[];

/** What must hold for a product's variants after its act. */
export type Outcome =
  /** Their links hold throughout: no unit is lost or invented. */
  | 'kept'
  /** Their links end, and they wait in the list of unlinked pairs with this reason. */
  | 'sku-changed'
  | 'removed'
  /** Their links end, and each Square side has another partner. */
  | 'other-partner';

/** Something that a merchant does to a product in a platform's admin. */
export interface LinkAct {
  readonly name: string;
  readonly outcome: Outcome;
  readonly run: (app: Addresses, product: Product) => Promise<void>;
  /** The second half, once the app has had time to read the first. */
  readonly after?: (app: Addresses, product: Product) => Promise<void>;
}

async function post(app: Addresses, kind: 'status' | 'add', body: object) {
  const response = await fetch(`${app.sandbox}/floor/${kind}`, {
    method: 'POST',
    headers: JSON_ALONE,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the sandbox refused ${JSON.stringify(body)}: ${response.status} ${await response.text()}`);
}

/** Sends a mutation until its points are not refused: a person's admin waits as well. */
async function mutate(app: Addresses, field: string, mutation: string) {
  for (;;) {
    try {
      const done = await askShopify<Record<string, { userErrors: unknown[] }>>(app, mutation);
      const refused = done[field]?.userErrors ?? [];
      if (refused.length > 0) throw new Error(`Shopify refused: ${JSON.stringify(refused)}`);
      return;
    } catch (error) {
      if (!String(error).includes('THROTTLED')) throw error;
      await pause(500);
    }
  }
}

async function renameOnShopify(app: Addresses, product: Product, skuOf: (variant: Variant, index: number) => string) {
  const inputs = product.map((one, index) => `{ id: "${one.shopify}", inventoryItem: { sku: ${JSON.stringify(skuOf(one, index))} } }`);
  const call = `productVariantsBulkUpdate(productId: "${product[0]?.product ?? ''}", variants: [${inputs.join(', ')}])`;
  await mutate(app, 'productVariantsBulkUpdate', `mutation { ${call} { userErrors { message } } }`);
}

async function deleteOnShopify(app: Addresses, product: Product) {
  const call = `productDelete(input: { id: "${product[0]?.product ?? ''}" })`;
  await mutate(app, 'productDelete', `mutation { ${call} { userErrors { message } } }`);
}

async function setStatus(app: Addresses, product: Product, status: 'active' | 'draft' | 'archived') {
  await post(app, 'status', { platform: 'shopify', productId: product[0]?.product ?? '', status });
}

/** Units of a product that is made again. */
const MADE_AGAIN_UNITS = 40;

/** Everything that happens to products, in turn. */
export const LINK_ACTS: readonly LinkAct[] = [
  {
    name: 'archived and unarchived',
    outcome: 'kept',
    run: async (app, product) => setStatus(app, product, 'archived'),
    after: async (app, product) => setStatus(app, product, 'active'),
  },
  { name: 'archived', outcome: 'kept', run: async (app, product) => setStatus(app, product, 'archived') },
  {
    name: 'drafted and published',
    outcome: 'kept',
    run: async (app, product) => setStatus(app, product, 'draft'),
    after: async (app, product) => setStatus(app, product, 'active'),
  },
  {
    name: 'duplicated',
    outcome: 'kept',
    run: async (app, product) => {
      for (const variant of product) {
        await post(app, 'add', { platforms: ['shopify'], title: `Copy of ${variant.sku}`, sku: variant.sku, price: 1_000, quantity: 7 });
      }
    },
  },
  {
    name: 'renamed on both platforms',
    outcome: 'kept',
    run: async (app, product) => {
      await renameOnShopify(app, product, ({ sku }) => `NEW-${sku}`);
      for (const variant of product) await renameVariant(app, 'square', variant, `NEW-${variant.sku}`);
    },
  },
  {
    name: 'renamed on Shopify only',
    outcome: 'sku-changed',
    run: async (app, product) => renameOnShopify(app, product, ({ sku }) => `ONE-${sku}`),
  },
  {
    name: 'spelled in another case',
    outcome: 'kept',
    run: async (app, product) => renameOnShopify(app, product, ({ sku }) => ` ${sku.toLowerCase()} `),
  },
  {
    name: 'exchanged SKUs',
    outcome: 'other-partner',
    run: async (app, product) => renameOnShopify(app, product, (_, index) => product.at(index - 1)?.sku ?? ''),
  },
  { name: 'deleted', outcome: 'removed', run: deleteOnShopify },
  {
    name: 'deleted and made again',
    outcome: 'other-partner',
    run: deleteOnShopify,
    after: async (app, product) => {
      for (const { sku } of product) {
        await post(app, 'add', { platforms: ['shopify'], title: `Again ${sku}`, sku, price: 1_000, quantity: MADE_AGAIN_UNITS });
      }
    },
  },
  { name: 'left alone', outcome: 'kept', run: async () => undefined },
];

/** A product with what happens to it. */
export interface PlannedAct {
  readonly act: LinkAct;
  readonly product: Product;
}

/** Deals the acts out to the products in turn; SKUs can only be exchanged within a product of several variants. */
export function planActs(variants: readonly Variant[]): readonly PlannedAct[] {
  const products = [...Map.groupBy(variants, ({ product }) => product).values()];
  const pending = [...LINK_ACTS];
  return products.map((product) => {
    const index = Math.max(
      0,
      pending.findIndex(({ name }) => name !== 'exchanged SKUs' || product.length > 1),
    );
    const [act] = pending.splice(index, 1);
    if (pending.length === 0) pending.push(...LINK_ACTS);
    if (act === undefined) throw new Error('there is always an act');
    return { act: act.name === 'exchanged SKUs' && product.length < 2 ? leftAlone() : act, product };
  });
}

function leftAlone(): LinkAct {
  const act = LINK_ACTS.at(-1);
  if (act === undefined) throw new Error('there is always an act');
  return act;
}

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
  | 'other-partner'
  /** Their links end, and the same sides are linked again. */
  | 'linked-again';

/** Something that a merchant does to a product in a platform's admin. */
export interface LinkAct {
  readonly name: string;
  readonly outcome: Outcome;
  readonly run: (app: Addresses, product: Product) => Promise<void>;
  /** The second half, once the app has had time to read the first. */
  readonly after?: (app: Addresses, product: Product) => Promise<void>;
  /** What happens once links have ended whose SKUs differed for too long. */
  readonly last?: (app: Addresses, product: Product) => Promise<void>;
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

/** Changes the inventory item of each of a product's variants. */
async function changeOnShopify(app: Addresses, product: Product, itemOf: (variant: Variant, index: number) => string) {
  const inputs = product.map((one, index) => `{ id: "${one.shopify}", inventoryItem: { ${itemOf(one, index)} } }`);
  const call = `productVariantsBulkUpdate(productId: "${product[0]?.product ?? ''}", variants: [${inputs.join(', ')}])`;
  await mutate(app, 'productVariantsBulkUpdate', `mutation { ${call} { userErrors { message } } }`);
}

async function renameOnShopify(app: Addresses, product: Product, skuOf: (variant: Variant, index: number) => string) {
  await changeOnShopify(app, product, (one, index) => `sku: ${JSON.stringify(skuOf(one, index))}`);
}

async function deleteOnShopify(app: Addresses, product: Product) {
  const call = `productDelete(input: { id: "${product[0]?.product ?? ''}" })`;
  await mutate(app, 'productDelete', `mutation { ${call} { userErrors { message } } }`);
}

async function setStatus(app: Addresses, product: Product, status: 'active' | 'draft' | 'archived') {
  await post(app, 'status', { platform: 'shopify', productId: product[0]?.product ?? '', status });
}

/** Units of a product that is made again. */
export const MADE_AGAIN_UNITS = 40;

/** The SKU that a variant's Shopify side has once the SKUs of its product are exchanged there. */
const exchangedSku = (product: Product, index: number): string => product.at(index - 1)?.sku ?? '';

/** Before the SKU of a variant that is later renamed back. */
export const BACK = 'BACK-';

/** The SKU that the line has which ends a variant's first link: of its Shopify side, as it was by then. */
export function skuAtEnd({ act, product }: PlannedAct, index: number): string {
  if (act.name === 'exchanged SKUs') return exchangedSku(product, index);
  return `${act.last === undefined ? '' : BACK}${product[index]?.sku ?? ''}`;
}

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
    run: async (app, product) => renameOnShopify(app, product, (_, index) => exchangedSku(product, index)),
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
  {
    name: 'renamed, and back once unlinked',
    outcome: 'linked-again',
    run: async (app, product) => renameOnShopify(app, product, ({ sku }) => `${BACK}${sku}`),
    last: async (app, product) => renameOnShopify(app, product, ({ sku }) => sku),
  },
  {
    name: 'tracking turned off and on',
    outcome: 'linked-again',
    run: async (app, product) => changeOnShopify(app, product, () => 'tracked: false'),
    after: async (app, product) => changeOnShopify(app, product, () => 'tracked: true'),
  },
  { name: 'left alone', outcome: 'kept', run: async () => undefined },
];

/** A product with what happens to it. */
export interface PlannedAct {
  readonly act: LinkAct;
  readonly product: Product;
}

/** Deals the acts out to the products in turn; SKUs can only be exchanged within a product of several variants. */
export function planActs(variants: readonly Variant[], acts: readonly LinkAct[] = LINK_ACTS): readonly PlannedAct[] {
  const products = [...Map.groupBy(variants, ({ product }) => product).values()];
  const pending = [...acts];
  return products.map((product) => {
    const index = Math.max(
      0,
      pending.findIndex(({ name }) => name !== 'exchanged SKUs' || product.length > 1),
    );
    const [act] = pending.splice(index, 1);
    if (pending.length === 0) pending.push(...acts);
    if (act === undefined) throw new Error('there is always an act');
    return { act: act.name === 'exchanged SKUs' && product.length < 2 ? leftAlone() : act, product };
  });
}

function leftAlone(): LinkAct {
  const act = LINK_ACTS.at(-1);
  if (act === undefined) throw new Error('there is always an act');
  return act;
}

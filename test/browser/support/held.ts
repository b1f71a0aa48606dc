import { until } from '../../../scripts/app-process';
import { changeStock, type signIn } from '../../../scripts/merchant';
import type { Addresses } from './sign-in';

type Merchant = Awaited<ReturnType<typeof signIn>>;

/** Sets the maximum to 3 and has Square take in 9 of a variant in step, and waits until that change is held. */
export async function holdAChange(app: Addresses, merchant: Merchant): Promise<void> {
  const settings = (await merchant.rpc('sh.Account/GetAccountSettings')) as object;
  await merchant.rpc('sh.Account/SaveAccountSettings', { ...settings, apply_max_quantity: true, max_quantity_update: 3 });
  const { products } = (await merchant.rpc('sh.Inventory/GetInventory', { view: 'in_sync', table: { limit: 1 } })) as {
    products: { variants: { sku: string }[] }[];
  };
  await changeStock(app, { platform: 'square', sku: products[0]?.variants[0]?.sku ?? '', delta: 9 });
  const held = async (): Promise<boolean> => ((await merchant.rpc('sh.Account/GetAccountStatus')) as { held: number }).held === 1;
  await until(held, 'a held change', 10_000);
}

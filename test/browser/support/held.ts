import { until } from '../../../scripts/app-process';
import { changeStock } from '../../../scripts/merchant';
import { variantsInSync, type Merchant } from './merchant';
import type { Addresses } from './sign-in';

/** Sets the maximum to 3, restocks 9 of a variant in sync at Square, and waits until that change is held. */
export async function holdAChange(app: Addresses, merchant: Merchant): Promise<void> {
  const settings = (await merchant.rpc('sh.Account/GetAccountSettings')) as object;
  await merchant.rpc('sh.Account/SaveAccountSettings', { ...settings, apply_max_quantity: true, max_quantity_update: 3 });
  const [variant] = await variantsInSync(merchant);
  await changeStock(app, { platform: 'square', sku: variant?.sku ?? '', delta: 9 });
  const held = async () => ((await merchant.rpc('sh.Account/GetAccountStatus')) as { held: number }).held === 1;
  await until(held, 'a held change');
}

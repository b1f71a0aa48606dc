import { userError, type ShopifyContext } from './context';
import { uninstall } from './install';
import { cancelSubscription, createSubscription, extendSubscriptionTrial } from './mutations/billing';
import { cancelBulk, runBulk } from './mutations/bulk';
import { activateLevel, deactivateLevel, updateItem } from './mutations/inventory-item';
import { adjustQuantities, setQuantities } from './mutations/inventory-quantities';
import { createProduct, deleteProduct, updateProduct } from './mutations/product';
import { setProduct } from './mutations/product-set';
import { createVariants } from './mutations/variants-create';
import { removeVariants, updateVariants } from './mutations/variants-update';
import { createWebhook, deleteWebhook, updateWebhook } from './mutations/webhooks';
import { appNode } from './nodes/app-node';

/** Root of all mutations: one member per field. Fields not listed here are refused by name. */
export class MutationRoot {
  readonly inventoryAdjustQuantities = adjustQuantities;
  readonly inventorySetQuantities = setQuantities;
  readonly inventoryActivate = activateLevel;
  readonly inventoryDeactivate = deactivateLevel;
  readonly inventoryItemUpdate = updateItem;
  readonly productCreate = createProduct;
  readonly productUpdate = updateProduct;
  readonly productDelete = deleteProduct;
  readonly productSet = setProduct;
  readonly productVariantsBulkCreate = createVariants;
  readonly productVariantsBulkUpdate = updateVariants;
  readonly productVariantsBulkDelete = removeVariants;
  readonly webhookSubscriptionCreate = createWebhook;
  readonly webhookSubscriptionUpdate = updateWebhook;
  readonly webhookSubscriptionDelete = deleteWebhook;
  readonly bulkOperationRunQuery = runBulk;
  readonly bulkOperationCancel = cancelBulk;
  readonly appSubscriptionCreate = createSubscription;
  readonly appSubscriptionCancel = cancelSubscription;
  readonly appSubscriptionTrialExtend = extendSubscriptionTrial;

  /** Uninstalls the app. The caller's token is invalid afterward. */
  appUninstall(_args: unknown, context: ShopifyContext): object {
    const app = appNode(context);
    const gone = context.app === 'app' && uninstall(context.world, context.shop);
    return gone ? { app, userErrors: [] } : { app: null, userErrors: [userError(null, 'The app is not installed', null)] };
  }
}

import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { WriteSwitch } from '../../domain/sync/write-switch';
import { hearingOf, reconcileNow } from '../account/health';
import { setWriteSwitch } from '../account/write-switch';
import { accountOf, EditMethods } from '../edits/edit-methods';
import type { HealthApi, HearingView } from '../health-api';
import type {
  KeptReceipt,
  OperatorApi,
  OperatorOverview,
  ReceiptsPage,
  ReceiptsRequest,
  SquareTokenView,
  WebhookEntry,
} from '../operator-api';
import { overviewOf, shopifyScopes } from './overview';
import { receiptAt, receiptsOf } from './receipts';
import { deleteShopWebhook, saveShopWebhook, shopWebhooks } from './shop-webhooks';
import { squareToken } from './square-token';

/** What operators ask among an account object's methods; `OperatorApi` has each one's contract. */
export abstract class OperatorMethods extends EditMethods implements OperatorApi, Pick<HealthApi, 'hearing' | 'reconcileNow'> {
  async hearing(): Promise<Readonly<Record<Source, HearingView>>> {
    return hearingOf(accountOf(this));
  }

  async reconcileNow(): Promise<Answer<Readonly<Record<Source, number | null>>>> {
    return reconcileNow(accountOf(this));
  }

  async overview(): Promise<OperatorOverview> {
    return overviewOf(accountOf(this));
  }

  async shopifyScopes(): Promise<{ granted: readonly string[]; desired: readonly string[] }> {
    return shopifyScopes(accountOf(this));
  }

  async webhooks(): Promise<Answer<readonly WebhookEntry[]>> {
    return shopWebhooks(accountOf(this));
  }

  async saveWebhook(wanted: WebhookEntry): Promise<Answer<null>> {
    return saveShopWebhook(accountOf(this), wanted);
  }

  async deleteWebhook(id: string): Promise<Answer<null>> {
    return deleteShopWebhook(accountOf(this), id);
  }

  async receipts(request: ReceiptsRequest): Promise<Answer<ReceiptsPage>> {
    return receiptsOf(accountOf(this), request);
  }

  async receipt(id: string): Promise<KeptReceipt | null> {
    return receiptAt(accountOf(this), id);
  }

  async setWriteSwitch(next: WriteSwitch): Promise<void> {
    setWriteSwitch(accountOf(this), next);
  }

  async squareToken(request: { refresh: boolean; reveal: boolean }): Promise<Answer<SquareTokenView>> {
    return squareToken(accountOf(this), request);
  }
}

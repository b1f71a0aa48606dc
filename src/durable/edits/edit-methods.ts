import { DurableObject } from 'cloudflare:workers';

import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { ExternalPage, ExternalProduct, ExternalVariant } from '../../platforms/external';
import type { Account } from '../account/account';
import type { JoinedVariant } from '../api';
import type { Copy, CopyProgress, EditsApi, Editor, SkuChange, TrackingChange } from '../edits-api';
import { advanceCopies, giveUpCopies, reviveCopies, startCopy, startCopyOfSku, syncableVariants } from './copying';
import { externalItems, externalProduct, externalVariant } from './external';
import { generateSku } from './generate-sku';
import { saveSku } from './save-sku';
import { setTracking } from './set-tracking';

const accounts = new WeakMap<EditMethods, Account>();

/** Names the account that an object's edits are for. */
export function serveEdits(object: EditMethods, account: Account): void {
  accounts.set(object, account);
}

/** The account that an object serves. */
export function accountOf(object: EditMethods): Account {
  const account = accounts.get(object);
  if (account === undefined) throw new Error('the object serves no account');
  return account;
}

/** The edits among an account object's methods; `EditsApi` has each one's contract. */
export abstract class EditMethods extends DurableObject<Env> implements EditsApi {
  async saveSku(change: SkuChange): Promise<Answer<null>> {
    return saveSku(accountOf(this), change);
  }

  async setTracking(change: TrackingChange): Promise<Answer<null>> {
    return setTracking(accountOf(this), change);
  }

  async generateSku(): Promise<Answer<string>> {
    return generateSku(accountOf(this));
  }

  async syncableVariants(source: Source, productId: string): Promise<Answer<readonly JoinedVariant[]>> {
    return syncableVariants(accountOf(this), source, productId);
  }

  async startCopy(request: { source: Source; variantId: string; by: Editor }): Promise<Answer<null>> {
    return startCopy(accountOf(this), request);
  }

  async startCopyOfSku(sku: string, by: Editor): Promise<Answer<null>> {
    return startCopyOfSku(accountOf(this), sku, by);
  }

  async advanceCopies(source: Source): Promise<Answer<CopyProgress>> {
    return advanceCopies(accountOf(this), source);
  }

  async reviveCopies(source: Source): Promise<void> {
    reviveCopies(accountOf(this), source);
  }

  async giveUpCopies(source: Source): Promise<void> {
    giveUpCopies(accountOf(this), source);
  }

  async copies(): Promise<readonly Copy[]> {
    return accountOf(this).copies.list();
  }

  async externalItems(source: Source, request: { cursor: string; limit: number }): Promise<Answer<ExternalPage>> {
    return externalItems(accountOf(this), source, request);
  }

  async externalProduct(source: Source, id: string): Promise<Answer<ExternalProduct>> {
    return externalProduct(accountOf(this), source, id);
  }

  async externalVariant(source: Source, id: string): Promise<Answer<ExternalVariant>> {
    return externalVariant(accountOf(this), source, id);
  }
}

import { AccountObject as ProductAccount } from '../../../src/durable/account-object';
import { toReal } from './clock';
import { counted, countNamed, meterSql } from './meters';
import { during } from './traffic';

/** When each object's alarm is due, by the isolate's clock. */
const due = new Map<string, number>();
let byHand = false;

/** Chooses whether alarms fire when the driver fires them, instead of in real time. */
export function ringByHand(yes: boolean): void {
  byHand = yes;
}

/** Returns when an object's alarm is due; null when none is set. */
export const dueAt = (name: string): number | null => due.get(name) ?? null;

/** Returns the names of the objects whose alarm is due by a time. */
export const dueBy = (at: number): string[] => [...due].flatMap(([name, when]) => (when <= at ? [name] : []));

/** The product's own object, unchanged, over a storage that counts. */
export class AccountObject extends ProductAccount {
  #rungByHand = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(metered(ctx), env);
  }

  /** Fires the alarm that is due. */
  async ring(): Promise<void> {
    this.#rungByHand = true;
    try {
      await this.alarm();
    } finally {
      this.#rungByHand = false;
    }
  }

  /** Returns the linked pairs, so that the peer knows which item belongs to which variation. */
  pairs(): { itemId: string; variationId: string; sku: string }[] {
    const rows = this.ctx.storage.sql.exec<{ item_id: number; variation_id: string; shopify_sku: string }>(
      'select item_id, variation_id, shopify_sku from variant where item_id is not null and variation_id is not null',
    );
    return rows.toArray().map((row) => ({ itemId: String(row.item_id), variationId: row.variation_id, sku: row.shopify_sku }));
  }

  /** Returns how much the object stores, in bytes. */
  stored(): number {
    return this.ctx.storage.sql.databaseSize;
  }

  /** Kills the instance immediately. */
  kill(): void {
    this.ctx.abort('killed by the bench');
  }

  override async alarm(): Promise<void> {
    if (byHand && !this.#rungByHand) return;
    counted().alarms += 1;
    due.delete(this.ctx.id.name ?? '');
    await during(super.alarm());
  }
}

function metered(ctx: DurableObjectState): DurableObjectState {
  const { storage } = ctx;
  const name = ctx.id.name ?? '';
  counted().starts += 1;
  meterSql(storage);
  const setAlarm = storage.setAlarm.bind(storage);
  const deleteAlarm = storage.deleteAlarm.bind(storage);
  Object.defineProperty(storage, 'setAlarm', {
    value: async (at: number | Date): Promise<void> => {
      counted().setAlarm += 1;
      due.set(name, Number(at));
      if (!byHand) await setAlarm(toReal(Number(at)));
    },
  });
  Object.defineProperty(storage, 'getAlarm', { value: async (): Promise<number | null> => due.get(name) ?? null });
  Object.defineProperty(storage, 'deleteAlarm', {
    value: async (): Promise<void> => {
      due.delete(name);
      await deleteAlarm();
    },
  });
  const waitUntil = ctx.waitUntil.bind(ctx);
  Object.defineProperty(ctx, 'waitUntil', {
    value: (work: Promise<unknown>): void => {
      waitUntil(during(work));
    },
  });
  return ctx;
}

// Counts every method that the Worker can call as one request to the object.
for (const name of Object.getOwnPropertyNames(ProductAccount.prototype)) {
  const method: unknown = Reflect.get(ProductAccount.prototype, name);
  if (name === 'constructor' || name === 'alarm' || typeof method !== 'function') continue;
  Object.defineProperty(AccountObject.prototype, name, {
    value(this: unknown, ...given: unknown[]): unknown {
      countNamed(counted().calls, name);
      return Reflect.apply(method, this, given);
    },
  });
}

import { runDurableObjectAlarm } from 'cloudflare:test';

import { AccountObject } from '../../src/durable/account-object';

/** How far an alarm is put off that fires by itself, in ms: longer than any test. */
const PUT_OFF_MS = 86_400_000;

const now = Date.now.bind(Date);
const alarm = Object.getOwnPropertyDescriptor(AccountObject.prototype, 'alarm')?.value as (this: AccountObject) => Promise<void>;
let isHeld = false;
let running = 0;

AccountObject.prototype.alarm = async function putOff(this: AccountObject): Promise<void> {
  if (!isHeld || running > 0) return alarm.call(this);
  await (this as unknown as { ctx: DurableObjectState }).ctx.storage.setAlarm(now() + PUT_OFF_MS);
};

/**
 * While alarms are held, alarm tasks run in `runAlarm` and not by themselves. On a slow machine, an alarm that fires in the midst of a test
 * does what the test asks for later, at a moment when it finds less.
 */
export function holdAlarms(hold: boolean): void {
  isHeld = hold;
}

/** Runs the alarm tasks of an account's object now, if an alarm is set. */
export async function runAlarm(stub: DurableObjectStub<AccountObject>): Promise<void> {
  running += 1;
  try {
    await runDurableObjectAlarm(stub);
  } finally {
    running -= 1;
  }
}

import { runDurableObjectAlarm } from 'cloudflare:test';

import { AccountObject } from '../../src/durable/account-object';
import { pause } from './pause';

/** How far an alarm is put off that fires by itself, in ms: longer than any test. */
const PUT_OFF_MS = 86_400_000;

const now = Date.now.bind(Date);
const alarm = Object.getOwnPropertyDescriptor(AccountObject.prototype, 'alarm')?.value as (this: AccountObject) => Promise<void>;
let isHeld = false;
let asked = 0;
let begun = 0;
let atWork = 0;

AccountObject.prototype.alarm = async function putOff(this: AccountObject): Promise<void> {
  if (isHeld && asked === 0) {
    await (this as unknown as { ctx: DurableObjectState }).ctx.storage.setAlarm(now() + PUT_OFF_MS);
    return;
  }
  begun += 1;
  atWork += 1;
  try {
    await alarm.call(this);
  } finally {
    atWork -= 1;
  }
};

/**
 * While alarms are held, alarm tasks run in `runAlarm` and not by themselves. On a slow machine, an alarm that fires in the midst of a test
 * does what the test asks for later, at a moment when it finds less.
 */
export function holdAlarms(hold: boolean): void {
  isHeld = hold;
}

/**
 * Runs the alarm tasks of an account's object now, if an alarm is set, and waits for their end. An alarm that fires by itself at this moment is
 * not set: it is put off and set again, or does the tasks instead of ours.
 */
export async function runAlarm(stub: DurableObjectStub<AccountObject>): Promise<void> {
  asked += 1;
  const before = { begun, atWork };
  try {
    for (let tries = 0; tries < 10 && !(await runDurableObjectAlarm(stub)) && begun === before.begun; tries += 1) await pause(20);
    while (atWork > before.atWork) await pause(20);
  } finally {
    asked -= 1;
  }
}

import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import {
  answerInstead,
  callsOf,
  change,
  control,
  forgetCalls,
  kill,
  ring,
  setFaults,
  skuOf,
  tasksDone,
  useWorld,
  webhooksQuiet,
} from './account-harness';

const LOG = 'POST /v2/inventory/changes/batch-retrieve';
const DAY = 86_400_000;
const ROBOT = 'Stock Robot 3000';
const merchant = useWorld(3);

const changeBy = (by: string) => control('POST', 'change', { platform: 'square', sku: skuOf(1), delta: -1, by });
const names = async (): Promise<[string, number, boolean][]> =>
  (await merchant.stub().otherWriters()).writers.map(({ name, changes, isNew }) => [name, changes, isNew]);
/** Makes what was read and tried so many ms older, in a new instance, and runs its alarm. */
async function later(ms: number): Promise<void> {
  await webhooksQuiet();
  await runInDurableObject(merchant.stub(), (_, state) => {
    state.storage.sql.exec(
      "update meta set value = json_set(value, '$.readAt', value ->> 'readAt' - ?1, '$.triedAt', value ->> 'triedAt' - ?1) where name = 'writers'",
      ms,
    );
  });
  // A task whose object is killed while it works would log that.
  await tasksDone();
  await kill(merchant);
  await merchant.state();
  await ring(merchant);
}
const aWeekLater = () => later(7 * DAY);

describe('other applications that change stock on Square', () => {
  it('are read once the locations are paired, and none is found where there is none', async () => {
    await change('square', skuOf(1), -1);
    expect(await merchant.stub().otherWriters()).toMatchObject({ isComplete: true, writers: [] });
    const { readAt } = await merchant.stub().otherWriters();
    expect(readAt).toBeGreaterThan(0);
    expect((await merchant.state()).newWriters).toBe(0);
    // What is known is not asked for again.
    expect(await callsOf('square', LOG)).toBeLessThanOrEqual(1);
  });

  it('are found a week later with the number of their changes, until the merchant knows of them', async () => {
    await ring(merchant);
    await changeBy(ROBOT);
    await changeBy(ROBOT);
    await changeBy('Counter App');
    await change('square', skuOf(2), -1);
    await aWeekLater();
    expect(await names()).toEqual([
      [ROBOT, 2, true],
      ['Counter App', 1, true],
    ]);
    expect((await merchant.state()).newWriters).toBe(2);

    const [robot] = (await merchant.stub().otherWriters()).writers;
    await merchant.stub().acknowledgeWriters([robot?.id ?? '', 'unknown', '']);
    expect(await names()).toEqual([
      [ROBOT, 2, false],
      ['Counter App', 1, true],
    ]);
    // The answer survives a restart and the next reading.
    await changeBy('A third app');
    await aWeekLater();
    expect(await names()).toEqual([
      [ROBOT, 2, false],
      ['Counter App', 1, true],
      ['A third app', 1, true],
    ]);
    await merchant.stub().acknowledgeWriters(null);
    expect((await merchant.state()).newWriters).toBe(0);
  });

  it('are read again some hours after a failure, and what was known stays', async () => {
    await changeBy(ROBOT);
    await aWeekLater();
    await changeBy(ROBOT);
    const restore = answerInstead(/inventory\/changes\/batch-retrieve/u, () => 'x');
    await aWeekLater();
    restore();
    expect(await names()).toEqual([[ROBOT, 1, true]]);
    await ring(merchant);
    expect(await names()).toEqual([[ROBOT, 1, true]]);
    await later(6 * 3_600_000);
    expect(await names()).toEqual([[ROBOT, 2, true]]);
  });

  it('are asked for by one request at a time, and not at all while Square is disconnected', async () => {
    await ring(merchant);
    await merchant.stub().disconnect('square', 'merchant');
    await forgetCalls();
    await aWeekLater();
    await merchant.stub().otherWriters();
    expect(await callsOf('square', LOG)).toBe(0);
  });

  it('hold nothing back: a page that asks while Square does not answer gets what is known', async () => {
    await setFaults('square', { rate5xx: 1 });
    expect(await merchant.stub().otherWriters()).toMatchObject({ writers: [] });
  });
});

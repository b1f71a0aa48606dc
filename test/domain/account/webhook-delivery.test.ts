import { describe, expect, it } from 'vitest';

import {
  expectWebhook,
  hear,
  isSilent,
  lastDay,
  NOTHING_HEARD,
  OVERDUE_MS,
  settle,
  type WebhookDelivery,
} from '../../../src/domain/account/webhook-delivery';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 20, 9);

/** Levels that were found to have changed without a webhook, each at its own minute from `from`. */
function lost(hearing: WebhookDelivery, count: number, from: number, found = true): WebhookDelivery {
  let next = hearing;
  for (let n = 0; n < count; n += 1)
    next = expectWebhook(next, { stockId: `s${from}-${n}`, at: from + n * MINUTE, found }, from + n * MINUTE);
  return next;
}

/** Webhooks of levels for which none is expected, a minute apart. */
function talk(hearing: WebhookDelivery, count: number, from: number): WebhookDelivery {
  let next = hearing;
  for (let n = 0; n < count; n += 1) next = hear(next, [{ stockId: `t${n}`, at: from + n * MINUTE }], from + n * MINUTE);
  return next;
}

describe('a platform that changes levels without sending webhooks', () => {
  it('is silent after three in a row, once a webhook is overdue', () => {
    const three = lost(NOTHING_HEARD, 3, START);
    expect(isSilent(three, START + 2 * MINUTE + OVERDUE_MS - 1)).toBe(false);
    expect(isSilent(three, START + 2 * MINUTE + OVERDUE_MS)).toBe(true);
    expect(isSilent(lost(NOTHING_HEARD, 2, START), START + 30 * HOUR)).toBe(false);
  });

  it('is silent even if it sent webhooks all day before', () => {
    const talkative = talk(NOTHING_HEARD, 400, START);
    expect(isSilent(talkative, START + 7 * HOUR)).toBe(false);
    expect(isSilent(lost(talkative, 3, START + 7 * HOUR), START + 8 * HOUR)).toBe(true);
  });

  it('is silent when the webhooks of our own writes do not arrive', () => {
    expect(isSilent(lost(NOTHING_HEARD, 3, START, false), START + HOUR)).toBe(true);
    expect(lastDay(settle(lost(NOTHING_HEARD, 3, START, false), START + HOUR).hours, START + HOUR)).toEqual({
      heard: 0,
      found: 0,
      untold: 3,
    });
  });

  it('is silent for one level that we write to all the time', () => {
    let busy = NOTHING_HEARD;
    for (let n = 0; n < 200; n += 1)
      busy = expectWebhook(busy, { stockId: 'one', at: START + n * MINUTE, found: false }, START + n * MINUTE);
    expect(isSilent(busy, START + 200 * MINUTE)).toBe(true);
  });

  it('is silent when it loses a good part of its webhooks', () => {
    const mixed = (told: number, untold: number): WebhookDelivery => {
      let next = NOTHING_HEARD;
      for (let n = 0; n < untold; n += 1) {
        next = expectWebhook(next, { stockId: `s${n}`, at: START + n * MINUTE, found: true }, START + n * MINUTE);
        next = talk(next, told / untold, START + n * MINUTE);
      }
      return talk(settle(next, START + HOUR), 1, START + HOUR);
    };
    expect(isSilent(mixed(10, 5), START + HOUR)).toBe(true);
    expect(isSilent(mixed(100, 5), START + HOUR)).toBe(false);
    expect(isSilent(mixed(4, 4), START + HOUR)).toBe(false);
  });

  it('is no longer silent after its next webhook', () => {
    const silent = lost(NOTHING_HEARD, 3, START);
    const at = START + HOUR;
    expect(isSilent(silent, at)).toBe(true);
    expect(isSilent(hear(silent, [{ stockId: 'other', at }], at), at)).toBe(false);
  });
});

describe('a platform that is quiet', () => {
  it('is not silent, however long nothing happens', () => {
    expect(isSilent(NOTHING_HEARD, START)).toBe(false);
    const talkative = talk(NOTHING_HEARD, 400, START);
    for (const days of [1, 3, 30]) expect(isSilent(talkative, START + days * 24 * HOUR)).toBe(false);
  });

  it('is not silent when its webhooks arrive within ten minutes after a read found the change', () => {
    let late = NOTHING_HEARD;
    for (let n = 0; n < 50; n += 1) {
      const at = START + n * 20 * MINUTE;
      late = expectWebhook(late, { stockId: `s${n}`, at, found: true }, at + 1_000);
      late = hear(late, [{ stockId: `s${n}`, at: at - 900 }], at + 9 * MINUTE);
    }
    expect(isSilent(late, START + 30 * HOUR)).toBe(false);
    expect(lastDay(late.hours, START + 17 * HOUR)).toEqual({ heard: 50, found: 50, untold: 0 });
  });

  it('is not credited with an older webhook of the same level', () => {
    const older = hear(
      expectWebhook(NOTHING_HEARD, { stockId: 's', at: START, found: true }, START),
      [{ stockId: 's', at: START - HOUR }],
      START,
    );
    expect(lastDay(settle(older, START + HOUR).hours, START + HOUR).untold).toBe(1);
  });
});

describe('the counts', () => {
  it('keep their times: a day of received webhooks, a week of changes found by reads', () => {
    const day = 24 * HOUR;
    let kept = talk(lost(NOTHING_HEARD, 2, START), 3, START + 2 * HOUR);
    kept = talk(kept, 1, START + 3 * day);
    expect(kept.hours).toEqual([
      { hour: START / HOUR, heard: 0, found: 2, untold: 2 },
      { hour: START / HOUR + 72, heard: 1, found: 0, untold: 0 },
    ]);
    expect(talk(kept, 1, START + 8 * day).hours.map(({ hour }) => hour)).toEqual([START / HOUR + 192]);
  });

  it('do not grow without bound', () => {
    let full = NOTHING_HEARD;
    for (let n = 0; n < 3_000; n += 1) full = expectWebhook(full, { stockId: `s${n}`, at: START, found: true }, START);
    expect(Object.keys(full.awaited).length).toBe(500);
    expect(lastDay(full.hours, START).found).toBe(3_000);
  });
});

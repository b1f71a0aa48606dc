import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { at, isRecord, listAt, numberAt, parseJson, textAt, type JsonRecord } from '../../src/platforms/json';
import { ADJUST_QUANTITIES } from '../../src/platforms/shopify/documents';
import { codesOf } from '../../src/platforms/square/client';
import type { Cleaner } from './clean-up';
import type { Call } from './recorder';

/** A write of an earlier run, as it was sent. */
interface EarlierWrite {
  readonly platform: 'Shopify' | 'Square';
  /** When it was sent, in ms since the epoch. */
  readonly at: number;
  readonly sent: JsonRecord;
}

const BATCH_CREATE = '/v2/inventory/changes/batch-create';
/** How long writes are kept, in ms: neither platform is known to keep a key longer. */
const KEPT_MS = 30 * 86_400_000;
const HOUR_MS = 3_600_000;

/** Stores one write per platform, so that a later run can ask whether its key is still known. */
export function keepWrites(file: string, calls: readonly Call[], now: number): void {
  const first = (name: string): unknown => calls.find((call) => call.name === name && call.status === 200)?.sent;
  const fresh = [
    { platform: 'Shopify' as const, sent: at(first(ADJUST_QUANTITIES.name), 'variables') },
    { platform: 'Square' as const, sent: first(`POST ${BATCH_CREATE}`) },
  ].flatMap(({ platform, sent }) => (isRecord(sent) ? [{ platform, at: now, sent }] : []));
  const kept = readWrites(file).filter((one) => one.at > now - KEPT_MS);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify([...kept, ...fresh], null, 2)}\n`);
}

function readWrites(file: string): readonly EarlierWrite[] {
  const list = existsSync(file) ? (listAt({ list: parseJson(readFileSync(file, 'utf8')) }, 'list') ?? []) : [];
  return list.flatMap((one) => {
    const [platform, time, sent] = [textAt(one, 'platform'), numberAt(one, 'at'), at(one, 'sent')];
    return (platform === 'Shopify' || platform === 'Square') && time !== null && isRecord(sent) ? [{ platform, at: time, sent }] : [];
  });
}

/**
 * Sends the writes of earlier runs again, under their keys, and returns what that shows about how long keys are kept. Their items are
 * deleted: a platform that has forgotten the key refuses the write, and nothing happens either way.
 */
export async function askEarlierKeys(file: string, clients: Pick<Cleaner, 'shopify' | 'square'>, now: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const write of readWrites(file)) {
    const age = `${((now - write.at) / HOUR_MS).toFixed(1)} h`;
    lines.push(
      `${write.platform}, a key of ${age} ago: ${await (write.platform === 'Shopify' ? askShopify(write, clients) : askSquare(write, clients))}`,
    );
  }
  return lines;
}

async function askShopify({ sent }: EarlierWrite, { shopify }: Pick<Cleaner, 'shopify'>): Promise<string> {
  const answer = await shopify.run(ADJUST_QUANTITIES, sent);
  if (answer.kind !== 'data') return `no answer to the question (${answer.kind})`;
  const errors = listAt(answer.data, 'inventoryAdjustQuantities', 'userErrors') ?? [];
  return errors.length === 0 ? 'still known' : `forgotten (${errors.map((error) => textAt(error, 'code') ?? 'no code').join(', ')})`;
}

async function askSquare({ sent }: EarlierWrite, { square }: Pick<Cleaner, 'square'>): Promise<string> {
  const answer = await square.post(BATCH_CREATE, sent);
  if (answer.kind === 'data') return 'still known';
  return answer.kind === 'refused' ? `forgotten (${codesOf(answer.errors)})` : `no answer to the question (${answer.kind})`;
}

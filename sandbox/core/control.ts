import { Hono, type Context } from 'hono';

import { parseCatalogChoice, type CatalogChoice } from '../catalog/choose';
import { CAUSES, type LogReader, type Owner, type StockChange, type WorldApi } from '../world-api';
import { mergeConfig, type SandboxConfig } from './config';
import { isRecord } from './fault-switches';
import type { Journal } from './journal';
import { withPreset } from './presets';

/** What the control routes can do with the sandbox. */
export interface ControlledWorld extends WorldApi, LogReader {
  configure(config: SandboxConfig): void;
  reset(catalogue: CatalogChoice): void;
  addOwners(count: number, variants: number): readonly Owner[];
}

/** Returns the body as JSON, `{}` when empty, or undefined when it is not JSON. */
async function body(c: Context): Promise<unknown> {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refused = (c: Context, error: string): Response => c.json({ error }, 400);

interface Change {
  readonly platform: 'shopify' | 'square';
  readonly sku: string;
  /** The name of the merchant; undefined: the demo one. */
  readonly owner: string | undefined;
  readonly change: StockChange;
}

const CHANGE_FIELDS = ['platform', 'sku', 'owner', 'delta', 'set', 'cause', 'by', 'member'];

/** The most merchants that one request adds, and variants of each. */
const MOST_ADDED = 1_000;

/** Parses the body of `/control/change`; a string result is the error. */
function parseChange(value: unknown): Change | string {
  if (typeof value !== 'object' || value === null) return 'the body must be a JSON object';
  const fields = new Map(Object.entries(value));
  const unknown = [...fields.keys()].find((name) => !CHANGE_FIELDS.includes(name));
  if (unknown !== undefined) return `unknown field ${unknown}; known: ${CHANGE_FIELDS.join(', ')}`;
  const platform: unknown = fields.get('platform');
  if (platform !== 'shopify' && platform !== 'square') return 'platform must be shopify or square';
  const sku: unknown = fields.get('sku');
  if (typeof sku !== 'string' || sku === '') return 'sku must be a non-empty text';
  const owner: unknown = fields.get('owner');
  if (owner !== undefined && typeof owner !== 'string') return "owner must be a merchant's name";
  if (fields.has('delta') === fields.has('set')) return 'exactly one of delta and set must be given';
  const change = parseAmount(platform, fields);
  return typeof change === 'string' ? change : { platform, sku, owner, change };
}

/** Parses by how much a change is, or to what, with what it is; a string result is the error. */
function parseAmount(platform: Change['platform'], fields: ReadonlyMap<string, unknown>): StockChange | string {
  const name = fields.has('delta') ? 'delta' : 'set';
  const amount: unknown = fields.get(name);
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return `${name} must be a number`;
  if (platform === 'shopify' && !Number.isInteger(amount)) return `${name} must be a whole number on Shopify`;
  const told = parseTold(platform, fields);
  if (typeof told === 'string') return told;
  return name === 'delta' ? { delta: amount, ...told } : { set: amount, ...told };
}

/** Parses what a change is and who makes it; a string result is the error. */
function parseTold(
  platform: Change['platform'],
  fields: ReadonlyMap<string, unknown>,
): { cause?: string; by?: string; member?: string } | string {
  const [cause, by, member]: unknown[] = [fields.get('cause'), fields.get('by'), fields.get('member')];
  const known: readonly string[] = CAUSES[platform];
  if (cause !== undefined && (typeof cause !== 'string' || !known.includes(cause) || fields.has('set')))
    return `cause must be one of ${known.join(', ')}, of a delta`;
  if (by !== undefined && (typeof by !== 'string' || platform !== 'square')) return "by must be an application's name, at Square";
  if (member !== undefined && (typeof member !== 'string' || platform !== 'square')) return "member must be a team member's id, at Square";
  return {
    ...(typeof cause === 'string' && { cause }),
    ...(typeof by === 'string' && { by }),
    ...(typeof member === 'string' && { member }),
  };
}

/** Parses {count, variants}; a string result is the error. */
function parseAdded(value: unknown): { count: number; variants: number } | string {
  const { count, variants } = isRecord(value) ? value : {};
  const fits = (given: unknown): given is number =>
    typeof given === 'number' && Number.isInteger(given) && given > 0 && given <= MOST_ADDED;
  return fits(count) && fits(variants) ? { count, variants } : `count and variants must be whole numbers from 1 to ${MOST_ADDED}`;
}

/** Serves `/control/…`, which lets people and tests control the sandbox from outside both platforms. */
export function controlApp(world: ControlledWorld, journal: Journal): Hono {
  const app = new Hono();
  app.get('/config', (c) => c.json(world.config()));
  app.put('/config', async (c) => {
    const patch = await body(c);
    // Read the config only after the body has arrived: otherwise two concurrent requests would undo each other's change.
    const merged = mergeConfig(world.config(), patch);
    if (!merged.ok) return refused(c, merged.reason);
    world.configure(merged.value);
    return c.json(merged.value);
  });
  app.post('/preset', async (c) => {
    const given = await body(c);
    const preset = isRecord(given) && Object.keys(given).length === 1 ? given['preset'] : undefined;
    const chosen = withPreset(world.config(), preset);
    if (!chosen.ok) return refused(c, chosen.reason);
    world.configure(chosen.value);
    return c.json(chosen.value);
  });
  app.post('/reset', async (c) => {
    const choice = parseCatalogChoice(await body(c));
    if (!choice.ok) return refused(c, choice.reason);
    world.reset(choice.value);
    return c.json({ ok: true, catalogue: choice.value });
  });
  app.post('/owners', async (c) => {
    const added = parseAdded(await body(c));
    return typeof added === 'string' ? refused(c, added) : c.json(world.addOwners(added.count, added.variants));
  });
  app.get('/calls', (c) => c.json(journal.counts()));
  app.delete('/calls', (c) => {
    journal.forgetCounts();
    return c.json(journal.counts());
  });
  app.get('/stock', (c) => {
    const sku = c.req.query('sku');
    if (sku === undefined || sku === '') return refused(c, 'the query must name a sku');
    const name = c.req.query('owner');
    const owner = world.owners.find((one) => one.name === name);
    if (name !== undefined && owner === undefined) return refused(c, `no merchant is named ${name}`);
    const of = (platform: Change['platform']): number | null => world.part(platform)?.stock(world, sku, owner) ?? null;
    return c.json({ shopify: of('shopify'), square: of('square') });
  });
  app.post('/change', async (c) => {
    const change = parseChange(await body(c));
    if (typeof change === 'string') return refused(c, change);
    const part = world.part(change.platform);
    if (part === null) return refused(c, `${change.platform} is not part of this sandbox`);
    const owner = world.owners.find(({ name }) => name === change.owner);
    if (change.owner !== undefined && owner === undefined) return refused(c, `no merchant is named ${change.owner}`);
    const outcome = part.changeBySku(world, change.sku, change.change, owner);
    return outcome.ok ? c.json(outcome.value) : c.json({ error: outcome.reason }, 404);
  });
  app.get('/log', (c) =>
    c.json({ entries: world.logSince(Number(c.req.query('since') ?? 0) || 0, Number(c.req.query('limit') ?? 200) || 200) }),
  );
  return app;
}

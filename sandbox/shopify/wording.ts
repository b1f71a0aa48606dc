import type { WorldApi } from '../world-api';

/** The shops' time zone, which has the same offset all year. */
export const SHOP_TIME_ZONE = { name: 'America/Phoenix', abbreviation: 'MST', offset: '-0700', minutes: -420 };

/** Formats a time as in GraphQL: UTC, truncated to the configured precision (whole seconds by default). */
export function stateTime(world: WorldApi, ms: number): string {
  const step = world.config().shopifyTimePrecisionMs;
  const text = new Date(Math.floor(ms / step) * step).toISOString();
  return step % 1000 === 0 ? text.replace('.000Z', 'Z') : text;
}

/** Formats a time as in webhook bodies: with the shop's offset. */
export function stateShopTime(world: WorldApi, ms: number): string {
  const step = world.config().shopifyTimePrecisionMs;
  const local = new Date(Math.floor(ms / step) * step + SHOP_TIME_ZONE.minutes * 60_000).toISOString();
  return local.replace(/(\.000)?Z$/, '-07:00');
}

/** Formats minor units as a decimal: 1250 → '12.50'. */
export const stateMoney = (cents: number): string => (cents / 100).toFixed(2);

/** Parses a decimal as minor units; null when it is not an amount of money. */
export function parseMoney(text: unknown): number | null {
  const amount = typeof text === 'string' || typeof text === 'number' ? String(text) : '';
  return /^-?[0-9]{1,12}(\.[0-9]+)?$/.test(amount) ? Math.round(Number(amount) * 100) : null;
}

/** Returns a handle derived from a title. */
export function handleOf(title: string): string {
  const handle = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return handle === '' ? 'product' : handle;
}

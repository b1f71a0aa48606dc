/** How the platform answers a request with a poisoned item: `500` is a server error, `refusal` a refusal that names no item. */
export type PoisonAnswer = '500' | 'refusal';

/**
 * How the token endpoint answers a refresh. `html403`: a proxy's HTML page. `invalid_client`: refuses the app's credentials. `dead_grant`:
 * refuses the refresh token. `incomplete`: returns tokens, but not the refresh token or the lifetimes.
 */
export type TokenAnswer = 'normal' | 'html403' | 'invalid_client' | 'dead_grant' | 'incomplete';

/**
 * How Shopify answers every API request of the app: the shop is frozen (402), forbidden (403), locked (423), or Shopify's edge refuses
 * (430).
 */
export type ShopState = 'open' | '402' | '403' | '423' | '430';

/**
 * Faults of one platform. Probabilities are 0..1. Times are real ms, drawn evenly from 0 to the value, except `poisonMs` and `endsLaterMs`.
 * A stock write is a request that changes quantities; all other request faults apply to every request with the app's tokens.
 */
export interface Faults {
  /** A webhook is never sent. */
  readonly webhookLoss: number;
  /** A webhook is sent twice. */
  readonly webhookDuplicate: number;
  /** A webhook is delayed so that later ones overtake it. */
  readonly webhookReorder: number;
  /** A webhook's body is built at its first delivery, not at its event: it contains the state at that time. */
  readonly webhookLateAssembly: number;
  /** A request gets a 429 without effect. */
  readonly rate429: number;
  /** A request gets a 503 without effect. */
  readonly rate5xx: number;
  /** A read is throttled without effect: Shopify responds THROTTLED, Square 429. */
  readonly throttledReads: number;
  /** A read of stock returns values that are up to this old. Webhooks and the responses of writes do not lag. */
  readonly readLagMs: number;
  /** A request takes effect and gets a 504. */
  readonly timeoutAfterEffect: number;
  readonly webhookDelayMs: number;
  readonly latencyMs: number;
  /** A stock write gets a 504 and takes effect later, within `lateArrivalMs`. */
  readonly lateArrival: number;
  readonly lateArrivalMs: number;
  /** A stock write is processed a second time, within `duplicateRequestMs`; the first response is returned. */
  readonly duplicateRequest: number;
  readonly duplicateRequestMs: number;
  /** A request has no effect and gets no response within any client's timeout. */
  readonly hangBeforeEffect: number;
  /** A request takes effect and gets no response within any client's timeout. */
  readonly hangAfterEffect: number;
  /** A request takes effect and its response breaks off in the middle. */
  readonly cutAnswer: number;
  /** The connection of a request is lost before any effect. */
  readonly resetBeforeEffect: number;
  /** A stock write is refused as a whole, without naming an item. */
  readonly unnamedRefusal: number;
  /**
   * SKUs or stock ids (Shopify: inventory item, number or GID; Square: variation). Every stock write that contains one gets `poisonAnswer`.
   */
  readonly poisonedItems: readonly string[];
  readonly poisonAnswer: PoisonAnswer;
  /** Real ms until `poisonedItems` is emptied, counted from the last change of a poison switch; 0: it stays until it is changed. */
  readonly poisonMs: number;
  readonly tokenAnswer: TokenAnswer;
  /** Scopes that are not granted although the app requests them. */
  readonly withheldScopes: readonly string[];
  /** Shopify only. */
  readonly shopState: ShopState;
  /** Shopify only: a bulk operation ends FAILED without a result. */
  readonly bulkFailed: number;
  /** Shopify only: a bulk operation ends FAILED in the middle, and what it has read so far is available at `partialDataUrl`. */
  readonly bulkPartial: number;
  /** Real ms for which tokens still work after the webhook that reports an uninstall or a revocation. */
  readonly endsLaterMs: number;
}

/** A value, or why the given one is refused. */
export type Merged<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Returns a refusal with its reason. */
export const refuse = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

/** Returns whether a JSON value is an object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The default delay of a late or duplicate request, in ms: longer than any client's timeout, and within the product's wait of 120 s. */
const LATEST_ARRIVAL_MS = 47_000;

/** No faults. */
export const NO_FAULTS: Faults = {
  webhookLoss: 0,
  webhookDuplicate: 0,
  webhookReorder: 0,
  webhookLateAssembly: 0,
  rate429: 0,
  rate5xx: 0,
  throttledReads: 0,
  readLagMs: 0,
  timeoutAfterEffect: 0,
  webhookDelayMs: 0,
  latencyMs: 0,
  lateArrival: 0,
  lateArrivalMs: LATEST_ARRIVAL_MS,
  duplicateRequest: 0,
  duplicateRequestMs: LATEST_ARRIVAL_MS,
  hangBeforeEffect: 0,
  hangAfterEffect: 0,
  cutAnswer: 0,
  resetBeforeEffect: 0,
  unnamedRefusal: 0,
  poisonedItems: [],
  poisonAnswer: '500',
  poisonMs: 0,
  tokenAnswer: 'normal',
  withheldScopes: [],
  shopState: 'open',
  bulkFailed: 0,
  bulkPartial: 0,
  endsLaterMs: 0,
};

/** The longest injected delay: one hour, in ms. */
export const MAX_DELAY_MS = 3_600_000;
/** How long previous stock values are kept for lagging reads, in real ms. */
export const MAX_READ_LAG_MS = 60_000;
const MAX_POISONED = 100;
const MAX_ITEM_LENGTH = 255;

/** Returns a number within bounds; refuses other types and values out of range, with the name. */
export function numberIn(name: string, value: unknown, min: number, max: number): Merged<number> {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max) {
    return refuse(`${name} must be a number from ${min} to ${max}`);
  }
  return { ok: true, value };
}

function readItems(name: string, value: unknown, what: string): Merged<readonly string[]> {
  const valid = (item: unknown): item is string => typeof item === 'string' && item !== '' && item.length <= MAX_ITEM_LENGTH;
  return Array.isArray(value) && value.length <= MAX_POISONED && value.every(valid)
    ? { ok: true, value: [...new Set(value)] }
    : refuse(`${name} must be a list of at most ${MAX_POISONED} ${what}, none empty or longer than ${MAX_ITEM_LENGTH} characters`);
}

const isFaultName = (name: string): name is keyof Faults => Object.hasOwn(NO_FAULTS, name);

/** Switches with a fixed set of values. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  poisonAnswer: ['500', 'refusal'] satisfies PoisonAnswer[],
  tokenAnswer: ['normal', 'html403', 'invalid_client', 'dead_grant', 'incomplete'] satisfies TokenAnswer[],
  shopState: ['open', '402', '403', '423', '430'] satisfies ShopState[],
};

/** Switches without a Square counterpart, with the only value that Square accepts: none. */
const SHOPIFY_ALONE: ReadonlySet<keyof Faults> = new Set<keyof Faults>(['shopState', 'bulkFailed', 'bulkPartial']);

/** Switches that hold a list of strings, and what the strings are. */
const LISTS: Readonly<Record<string, string>> = { poisonedItems: 'SKUs or stock ids', withheldScopes: 'scopes' };

function readChoice(path: string, choices: readonly string[], value: unknown): Merged<string> {
  const chosen = choices.find((choice) => choice === value);
  if (chosen !== undefined) return { ok: true, value: chosen };
  return refuse(`${path} must be ${choices.map((choice) => `'${choice}'`).join(' or ')}`);
}

/** Returns the highest value of a numeric switch: 1 for a probability. */
function highest(name: keyof Faults): number {
  if (name === 'readLagMs') return MAX_READ_LAG_MS;
  return name.endsWith('Ms') ? MAX_DELAY_MS : 1;
}

/** Returns the value of one switch, or why it is refused. */
function mergeFault(path: string, name: keyof Faults, value: unknown): Merged<Partial<Faults>> {
  const [choices, list] = [CHOICES[name], LISTS[name]];
  if (choices !== undefined) {
    const chosen = readChoice(path, choices, value);
    return chosen.ok ? { ok: true, value: { [name]: chosen.value } } : chosen;
  }
  const checked = list !== undefined ? readItems(path, value, list) : numberIn(path, value, 0, highest(name));
  return checked.ok ? { ok: true, value: { [name]: checked.value } } : checked;
}

/** Returns one platform's faults with a patch merged in; an unknown name or an invalid value refuses the whole patch, with the reason. */
export function mergeFaults(platform: string, current: Faults, patch: unknown): Merged<Faults> {
  if (!isRecord(patch)) return refuse(`faults.${platform} must be an object`);
  let next = current;
  for (const [name, value] of Object.entries(patch)) {
    if (!isFaultName(name)) return refuse(`unknown fault faults.${platform}.${name}; known: ${Object.keys(NO_FAULTS).join(', ')}`);
    const path = `faults.${platform}.${name}`;
    if (platform === 'square' && SHOPIFY_ALONE.has(name) && value !== NO_FAULTS[name])
      return refuse(`${path} is a switch of Shopify alone`);
    const merged = mergeFault(path, name, value);
    if (!merged.ok) return merged;
    next = { ...next, ...merged.value };
  }
  return { ok: true, value: next };
}

/** Masks what differs from run to run in one exchange, and moves user-facing texts out of it. */
export interface Normalizer {
  /** Masks a header, an address or any other text that is not user-facing. */
  text(value: string): string;
  /** Masks a JSON value and moves its user-facing texts out. */
  json(value: unknown, path?: string): unknown;
  /** The lines of an HTML page: tags and attributes, with the texts between them moved out. */
  html(page: string): string[];
  /** Moves a user-facing text out; '' stays. */
  human(text: string, path: string): string;
  /** The texts that were moved out, by their position. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Placeholder for a user-facing text. */
const TEXT = '{text}';

/** Fields whose value is user-facing. */
const TEXT_FIELDS = new Set([
  'error',
  'message',
  'msg',
  'originator',
  'problem',
  'remedy',
  'shopify_doubt',
  'shopify_problem',
  'square_doubt',
  'square_problem',
  'trouble_detail',
]);

/** User-facing texts in a field that holds a value elsewhere. */
const TEXT_PATHS: readonly RegExp[] = [/^letters\.\d+\.reason$/u];

/** Fields that hold a measured time in ms. */
const DURATION_FIELDS = new Set(['lag_p95_ms', 'longest_ms', 'oldest_under_way_ms', 'p50_ms', 'p95_ms']);

/** A duration where zero means that there is nothing to measure; zero stays. */
const OPTIONAL_DURATION = 'oldest_under_way_ms';

/** The bytes of a protobuf message: encoded again from the masked message (`steps.ts`), never masked themselves. */
const BYTES = 'hex';

/** Counts from the time at which an object started. */
const REVISION = 'revision';

/** UUIDs, tokens of 32 bytes in base64url, and long hex. Equal values in one exchange get the same number. */
const RANDOM = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\w-])[\w-]{43}(?![\w-])|(?<![\da-zA-Z])[\da-f]{32,}(?![\da-zA-Z])/gu;

/** Times keep their hour: the clock starts at a fixed time and a run takes minutes. */
const TIME = /(\d{4}-\d\d-\d\d[T ]\d\d):\d\d(:\d\d)?(?:\.(\d+))?/gu;

/** Unix time in seconds, which Shopify signs addresses with. */
const TIMESTAMP = /\btimestamp=\d{10}\b/gu;

/** Creates the normalizer of one exchange. `masked` names further fields that differ from run to run. */
export function createNormalizer(masked: readonly string[] = []): Normalizer {
  const numbers = new Map<string, number>();
  const texts: Record<string, string> = {};

  const numberOf = (value: string): number => {
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return number;
  };

  const text = (value: string): string =>
    value
      .replaceAll(RANDOM, (found) => `{random ${numberOf(found)}}`)
      .replaceAll(TIME, (_, hour: string, seconds?: string, fraction = '') => {
        const shape = `${hour}:mm${seconds === undefined ? '' : ':ss'}`;
        return fraction === '' ? shape : `${shape}.${'f'.repeat(String(fraction).length)}`;
      })
      .replaceAll(TIMESTAMP, 'timestamp={seconds}');

  const human = (found: string, path: string): string => {
    if (found === '') return '';
    texts[path] = text(found);
    return TEXT;
  };

  const field = (name: string, value: unknown, path: string): unknown => {
    if (name === BYTES) return value;
    if ((masked.includes(name) || name === REVISION) && value !== '') return `{${name}}`;
    if (DURATION_FIELDS.has(name) && !(name === OPTIONAL_DURATION && String(value) === '0')) return '{ms}';
    if (typeof value === 'string' && (TEXT_FIELDS.has(name) || TEXT_PATHS.some((one) => one.test(path)))) return human(value, path);
    return json(value, path);
  };

  const json = (value: unknown, path = ''): unknown => {
    const inner = (name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map((one, index) => json(one, inner(index)));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, field(name, one, inner(name))]));
  };

  const html = (page: string): string[] => {
    let count = 0;
    const tags = text(page)
      .replaceAll(/(<style[^>]*>)[^]*?(<\/style>)/gu, '$1$2')
      .replaceAll(/>([^<]*[^<\s][^<]*)</gu, (whole, found: string) => {
        if (found.startsWith('{random')) return whole;
        count += 1;
        return `>${human(found.trim(), `text ${count}`)}<`;
      });
    return tags.split('\n').filter((line) => line !== '');
  };

  return { text, json, html, human, texts };
}

/** The level of a line: `info` is the ordinary record, `warn` should be looked at some day, `error` at once. */
export type LogLevel = 'info' | 'warn' | 'error';

/** The fields of a line in addition to its event: flat and small. Never a token, a cookie, a body or a signature. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The structured log: one JSON object per line. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** Returns a log whose lines all carry these fields. */
  with(fields: LogFields): Log;
}

/** Field names whose values are never written, no matter which code passes them. */
const NEVER = /token|secret|cookie|signature|authorization|hmac|password|^code$|^state$/iu;

/** Values that look like the platforms' tokens, anywhere in a text. */
const TOKENS = /\b(?:shpat|shprt|shpss|shpca|EAAA|EQAA|sq0csp|sq0csb)[\w-]+/gu;

const LONGEST = 500;

/** Creates the Worker's log: lines go to the console, which Cloudflare stores. */
export function createLog(fields: LogFields = {}): Log {
  const write = (level: LogLevel, event: string, more: LogFields = {}): void => {
    const line = JSON.stringify({ level, event, ...redact({ ...fields, ...more }) });
    if (level === 'info') console.log(line);
    else if (level === 'warn') console.warn(line);
    else console.error(line);
  };
  return {
    info: (event, more) => {
      write('info', event, more);
    },
    warn: (event, more) => {
      write('warn', event, more);
    },
    error: (event, more) => {
      write('error', event, more);
    },
    with: (more) => createLog({ ...fields, ...more }),
  };
}

/** Returns the fields with secrets redacted. */
export function redact(fields: LogFields): LogFields {
  const kept = Object.entries(fields).map(([name, value]): [string, LogFields[string]] => {
    if (NEVER.test(name)) return [name, '[redacted]'];
    return [name, typeof value === 'string' ? value.replace(TOKENS, '[token]').slice(0, LONGEST) : value];
  });
  return Object.fromEntries(kept);
}

/** Returns an error as one line of text, for the log only: a failed query is named without its values. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const [message = ''] = thrown.message.split('\nparams:', 1);
  // The cause comes first: a line is cut at its end, and a query can be longer than the limit.
  const cause = thrown.cause instanceof Error ? `${thrown.cause.message}; ` : '';
  return `${thrown.name}: ${cause}${message}`;
}

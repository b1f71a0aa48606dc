import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { TokenFailure, TokenGrant, TokenResult } from '../../platforms/token-grant';
import type { ConnectionStore, SealedTokens, StoredConnection } from './connection-store';
import { keepAliveDue, nextAttemptAt, renewalDue } from './renewal';
import type { RenewalLimits } from './renewal';
import type { Sealer } from './seal';
import { isSealedWithOldKey, renewedGrant, resealTokens, sealGrant } from './sealed-tokens';
import { misconfiguredText, notRenewedText, refusedText, UNREADABLE } from './texts';

/** Why there is no token to call a platform with. */
export type AccessProblem =
  /** Never connected, or ended by the merchant. */
  | { readonly kind: 'disconnected' }
  /** The platform refuses us until the merchant consents again. */
  | { readonly kind: 'needs-reconnect' }
  /** The token has expired and its renewal got no answer: the platform is down or unreachable. */
  | { readonly kind: 'unavailable'; readonly detail: string };

/** An access token and the connection it belongs to. */
export interface Access {
  /** Shop domain or Square merchant ID. */
  readonly name: string;
  readonly accessToken: string;
  /** The connection's number: compare it after each await, before storing a call's result. */
  readonly connection: number;
}

/** The token source's dependencies. */
export interface TokenSourceDeps {
  readonly store: ConnectionStore;
  readonly sealer: Sealer;
  readonly limits: RenewalLimits;
  readonly now: () => Instant;
  /** Requests new tokens from the platform, once. */
  readonly renew: (source: Source, name: string, refreshToken: string) => Promise<TokenResult>;
}

/** Provides access tokens and renews them: one renewal at a time for each source, however many callers wait for it. */
export interface TokenSource {
  access(source: Source): Promise<Result<Access, AccessProblem>>;
  /** Handles a token that the platform refused: renews it, and asks the merchant to reconnect if the renewed one is refused too. */
  rejected(source: Source, access: Access): void;
  /** Records that the platform accepted this token. */
  accepted(source: Source, access: Access): void;
  /** Renews what is due when no caller waits for a token. */
  renewDue(source: Source): Promise<void>;
  /** Renews the tokens even if they are not due, also for a connection that needs a reconnect. Returns why it failed. */
  renewNow(source: Source): Promise<Result<null, AccessProblem>>;
  /** Returns the tokens themselves; null when there are none that can be read. */
  reveal(source: Source): Promise<TokenGrant | null>;
  /** Returns when `renewDue` should be called next; null for never. */
  nextRenewalAt(source: Source): Instant | null;
  /** Drops what memory holds about a source, because its connection was replaced or ended. */
  reset(source: Source): void;
}

/** In-memory state of a source; losing it in a restart costs at most one attempt. */
interface Held {
  running: Promise<void> | null;
  opened: { sealed: string; text: string } | null;
  failures: number;
  retryAt: Instant | null;
  lastFailure: string;
  /** The sealed token that a platform refused, until it is renewed. */
  rejected: string | null;
  /** The tokens were renewed because of a refusal, and have not been accepted since. */
  onProbation: boolean;
  /** The sealed access token that was to be sealed again under the newest key. */
  resealTried: string | null;
}

const fresh = (): Held => ({
  running: null,
  opened: null,
  failures: 0,
  retryAt: null,
  lastFailure: '',
  rejected: null,
  onProbation: false,
  resealTried: null,
});

/** Creates the token source of one account. */
export function openTokenSource(deps: TokenSourceDeps): TokenSource {
  const held: Record<Source, Held> = { shopify: fresh(), square: fresh() };
  return {
    access: (source) => access(deps, held[source], source),
    rejected: (source, refused) => rejected(deps, held[source], source, refused),
    accepted: (source, { accessToken }) => {
      if (held[source].opened?.text === accessToken) held[source].onProbation = false;
    },
    renewDue: async (source) => {
      await resealOld(deps, held[source], source);
      const connection = connected(deps, source);
      if (connection === null) return;
      const keepAlive = keepAliveDue(deps.limits, source, connection.tokens);
      const due = isDue(deps, held[source], source, connection) || (keepAlive !== null && keepAlive <= deps.now());
      if (due) await renewOnce(deps, held[source], source);
    },
    renewNow: (source) => renewNow(deps, held[source], source),
    reveal: (source) => reveal(deps, held[source], source),
    nextRenewalAt: (source) => {
      if (toReseal(deps, held[source], source) !== null) return deps.now();
      const connection = connected(deps, source);
      if (connection === null || connection.tokens.refresh === '') return null;
      const { retryAt, rejected: refused } = held[source];
      // Nothing is renewed anymore, but the merchant must be notified when access ends.
      if (connection.renewal === 'refused') return refused === connection.tokens.access ? deps.now() : connection.tokens.expiresAt;
      if (retryAt !== null) return retryAt;
      return refused === connection.tokens.access ? deps.now() : keepAliveDue(deps.limits, source, connection.tokens);
    },
    reset: (source) => {
      held[source] = fresh();
    },
  };
}

type Connected = StoredConnection & { readonly tokens: SealedTokens };

function connected(deps: TokenSourceDeps, source: Source): Connected | null {
  const connection = deps.store.read(source);
  return connection?.state === 'connected' && connection.tokens !== null ? { ...connection, tokens: connection.tokens } : null;
}

/** Returns the connection, even one that needs a reconnect, as long as there is something to renew it with. */
function renewable(deps: TokenSourceDeps, source: Source): Connected | null {
  const connection = deps.store.read(source);
  return connection === null || connection.state === 'disconnected' || connection.tokens === null
    ? null
    : { ...connection, tokens: connection.tokens };
}

function isDue(deps: TokenSourceDeps, held: Held, source: Source, { tokens, renewal }: Connected): boolean {
  // A dead grant is not renewed again; what remains is to report it once access has ended.
  if (renewal === 'refused') return !isUsable(deps, held, tokens);
  const due = renewalDue(deps.limits, source, tokens);
  return held.rejected === tokens.access || (due !== null && due <= deps.now());
}

async function access(deps: TokenSourceDeps, held: Held, source: Source): Promise<Result<Access, AccessProblem>> {
  const before = connected(deps, source);
  if (before !== null && isDue(deps, held, source, before)) {
    // While backing off after a failed renewal, do not retry for a token that still works. A token that does not work is retried at once.
    const waiting = held.retryAt !== null && held.retryAt > deps.now();
    if (!waiting || !isUsable(deps, held, before.tokens)) await renewOnce(deps, held, source);
  }
  const connection = connected(deps, source);
  if (connection === null) return err({ kind: deps.store.read(source)?.state === 'needs_reconnect' ? 'needs-reconnect' : 'disconnected' });
  if (!isUsable(deps, held, connection.tokens)) return err({ kind: 'unavailable', detail: held.lastFailure });
  return openAccess(deps, held, source, connection);
}

function isUsable(deps: TokenSourceDeps, held: Held, tokens: SealedTokens): boolean {
  return held.rejected !== tokens.access && (tokens.expiresAt === null || tokens.expiresAt > deps.now());
}

async function openAccess(
  deps: TokenSourceDeps,
  held: Held,
  source: Source,
  connection: Connected,
): Promise<Result<Access, AccessProblem>> {
  const text = await opened(deps, held, source, connection.tokens.access);
  const { number } = connection;
  // The connection was replaced or ended during unsealing: start again with the current one.
  if (deps.store.read(source)?.number !== number) return access(deps, held, source);
  if (text !== null) return ok({ name: connection.name, accessToken: text, connection: number });
  needsReconnect(deps, source, connection, UNREADABLE);
  return err({ kind: 'needs-reconnect' });
}

/** Returns the tokens that an old key sealed; null for none, and for those that this instance has tried to seal again. */
function toReseal(deps: TokenSourceDeps, held: Held, source: Source): SealedTokens | null {
  const tokens = renewable(deps, source)?.tokens;
  return tokens === undefined || held.resealTried === tokens.access || !isSealedWithOldKey(deps.sealer, tokens) ? null : tokens;
}

async function resealOld(deps: TokenSourceDeps, held: Held, source: Source): Promise<void> {
  const before = toReseal(deps, held, source);
  if (before === null) return;
  held.resealTried = before.access;
  const sealed = await resealTokens(deps, source, before, () => held.running === null);
  if (sealed === null) return;
  // What is known of a token is known by its sealed form.
  if (held.opened?.sealed === before.access) held.opened = { sealed, text: held.opened.text };
  if (held.rejected === before.access) held.rejected = sealed;
}

async function opened(deps: TokenSourceDeps, held: Held, source: Source, sealed: string): Promise<string | null> {
  if (held.opened?.sealed === sealed) return held.opened.text;
  const text = await deps.sealer.open(source, 'access', sealed);
  if (text !== null) held.opened = { sealed, text };
  return text;
}

/** Joins the renewal under way, or starts one. */
function renewOnce(deps: TokenSourceDeps, held: Held, source: Source, asked = false): Promise<void> {
  held.running ??= renew(deps, held, source, asked).finally(() => {
    held.running = null;
  });
  return held.running;
}

async function renewNow(deps: TokenSourceDeps, held: Held, source: Source): Promise<Result<null, AccessProblem>> {
  const before = renewable(deps, source);
  if (before !== null) await renewOnce(deps, held, source, true);
  const after = connected(deps, source);
  if (after === null) return err({ kind: deps.store.read(source)?.state === 'needs_reconnect' ? 'needs-reconnect' : 'disconnected' });
  if (after.tokens.access !== before?.tokens.access) return ok(null);
  return err({ kind: 'unavailable', detail: held.lastFailure });
}

async function reveal(deps: TokenSourceDeps, held: Held, source: Source): Promise<TokenGrant | null> {
  const connection = connected(deps, source);
  if (connection === null) return null;
  const { access: sealed, refresh, expiresAt, refreshExpiresAt, scopes } = connection.tokens;
  const accessToken = await opened(deps, held, source, sealed);
  const refreshToken = refresh === '' ? '' : await deps.sealer.open(source, 'refresh', refresh);
  return accessToken === null || refreshToken === null ? null : { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes };
}

/** `asked`: requested by a person, who may know that an earlier refusal no longer applies. */
async function renew(deps: TokenSourceDeps, held: Held, source: Source, asked: boolean): Promise<void> {
  const before = asked ? renewable(deps, source) : connected(deps, source);
  if (before === null) return;
  if (before.renewal === 'refused' && !asked) return endRefused(deps, held, source, before);
  const refreshToken = before.tokens.refresh === '' ? '' : await deps.sealer.open(source, 'refresh', before.tokens.refresh);
  if (deps.store.read(source)?.number !== before.number) return;
  if (refreshToken === null) return needsReconnect(deps, source, before, UNREADABLE);
  if (refreshToken === '') {
    if (held.rejected === before.tokens.access) needsReconnect(deps, source, before, refusedText(source));
    return;
  }
  const answer = await deps.renew(source, before.name, refreshToken);
  if (deps.store.read(source)?.number !== before.number) return;
  if (!answer.ok) return failed(deps, held, source, answer.error);
  await storeRenewed(deps, held, source, { before, refreshToken, value: answer.value });
}

/** Requires consent for a dead grant once its access has ended too. */
function endRefused(deps: TokenSourceDeps, held: Held, source: Source, connection: Connected): void {
  if (!isUsable(deps, held, connection.tokens)) needsReconnect(deps, source, connection, refusedText(source));
}

async function storeRenewed(
  deps: TokenSourceDeps,
  held: Held,
  source: Source,
  { before, refreshToken, value }: { before: Connected; refreshToken: string; value: TokenGrant },
): Promise<void> {
  const sealed = await sealGrant(deps.sealer, source, renewedGrant(source, value, before.tokens, refreshToken), deps.now());
  const present = deps.store.read(source);
  // The merchant has reconnected or disconnected in the meantime: these tokens belong to a connection that no longer exists.
  if (present?.number !== before.number) return;
  // Store before anyone can use it: the new refresh token must never be known only to the platform.
  const { renewal: _, ...kept } = present;
  deps.store.write(source, { ...kept, state: 'connected', tokens: sealed, reachable: true, problem: '' });
  const onProbation = held.rejected !== null;
  Object.assign(held, { ...fresh(), running: held.running, onProbation });
}

function failed(deps: TokenSourceDeps, held: Held, source: Source, failure: TokenFailure): void {
  const connection = connected(deps, source);
  if (connection === null) return;
  const usable = isUsable(deps, held, connection.tokens);
  if (failure.kind === 'refused') {
    const refused = { ...connection, renewal: failure.kind, problem: notRenewedText(source) };
    return usable ? deps.store.write(source, refused) : needsReconnect(deps, source, refused, refusedText(source));
  }
  held.failures += 1;
  held.retryAt = nextAttemptAt(deps.now(), held.failures);
  held.lastFailure = failure.detail;
  if (failure.kind === 'failed') {
    if (connection.reachable) deps.store.write(source, { ...connection, reachable: false });
    return;
  }
  const problem = usable ? '' : misconfiguredText(source);
  if (connection.renewal === failure.kind && connection.problem === problem) return;
  deps.store.write(source, { ...connection, renewal: failure.kind, problem });
}

function rejected(deps: TokenSourceDeps, held: Held, source: Source, refused: Access): void {
  const connection = connected(deps, source);
  // A token of an earlier connection, or one renewed since, says nothing about the current one.
  if (connection?.number !== refused.connection || held.opened?.text !== refused.accessToken) return;
  if (held.opened.sealed !== connection.tokens.access) return;
  if (held.onProbation || connection.tokens.refresh === '' || connection.renewal === 'refused')
    return needsReconnect(deps, source, connection, refusedText(source));
  held.rejected = connection.tokens.access;
}

function needsReconnect(deps: TokenSourceDeps, source: Source, connection: StoredConnection, problem: string): void {
  deps.store.write(source, { ...connection, state: 'needs_reconnect', problem, number: connection.number + 1 });
}

import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { TokenGrant } from '../../platforms/token-grant';
import type { ConnectionStore, SealedTokens } from './connection-store';
import type { SealedField, Sealer } from './seal';

/** Seals the tokens of a grant. */
export async function sealGrant(sealer: Sealer, source: Source, grant: TokenGrant, now: Instant): Promise<SealedTokens> {
  return {
    access: await sealer.seal(source, 'access', grant.accessToken),
    refresh: grant.refreshToken === '' ? '' : await sealer.seal(source, 'refresh', grant.refreshToken),
    issuedAt: now,
    expiresAt: grant.expiresAt,
    refreshExpiresAt: grant.refreshExpiresAt,
    scopes: grant.scopes,
  };
}

/** Returns whether an older key than the newest sealed one of these tokens. */
export function isSealedWithOldKey(sealer: Sealer, { access, refresh }: SealedTokens): boolean {
  return [access, refresh].some((sealed) => sealed !== '' && !sealer.isNewest(sealed));
}

/** Returns how many of these tokens each key seals, by the key's version. */
export function countByKey(tokens: readonly SealedTokens[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const sealed of tokens.flatMap(({ access, refresh }) => [access, refresh])) {
    const version = /^v(\d+)\./u.exec(sealed)?.[1];
    if (version !== undefined) counts[version] = (counts[version] ?? 0) + 1;
  }
  return counts;
}

/**
 * Seals a platform's tokens again under the newest key, so that an older key can be dropped soon after a rotation. The platform is not
 * asked, which also covers an idle account and a token that never expires. Returns the access token as it is sealed now; null when nothing
 * was stored: a token could not be opened (its next use reports that), or `isFree` says that the tokens are being replaced anyway.
 */
export async function resealTokens(
  { store, sealer }: { readonly store: ConnectionStore; readonly sealer: Sealer },
  source: Source,
  before: SealedTokens,
  isFree: () => boolean,
): Promise<string | null> {
  const again = async (field: SealedField, sealed: string): Promise<string | null> => {
    if (sealed === '') return '';
    const text = await sealer.open(source, field, sealed);
    return text === null ? null : sealer.seal(source, field, text);
  };
  const access = await again('access', before.access);
  const refresh = await again('refresh', before.refresh);
  const present = store.read(source);
  // A renewal, a grant, or an end came first: what it stored counts.
  if (access === null || refresh === null || present?.tokens?.access !== before.access || !isFree()) return null;
  store.write(source, { ...present, tokens: { ...present.tokens, access, refresh } });
  return access;
}

/** Returns renewed tokens with what the platform's answer leaves out; `refreshToken` is the one that was sent. */
export function renewedGrant(source: Source, value: TokenGrant, before: SealedTokens, refreshToken: string): TokenGrant {
  // Square does not state the scopes with a renewed token: they are those of the grant.
  const kept = source === 'square' ? { ...value, scopes: before.scopes } : value;
  // The answer repeats the refresh token without its expiry, or has none and the old one is kept: the stored expiry still applies.
  return value.refreshToken === refreshToken ? { ...kept, refreshExpiresAt: value.refreshExpiresAt ?? before.refreshExpiresAt } : kept;
}

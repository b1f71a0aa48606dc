import { formatAccountId, type AccountId } from '../../domain/account/account-id';
import type { Source } from '../../domain/source';
import type { KeyRing, RingKey } from '../../platforms/key-ring';
import { fromBase64, toBase64Url } from '../../platforms/key-ring';

/** The sealed fields of a connection. */
export type SealedField = 'access' | 'refresh';

/** Seals and opens one account's platform tokens. */
export interface Sealer {
  /** Seals a text under the newest key, as `v<k>.<iv>.<ct>`. */
  seal(source: Source, field: SealedField, text: string): Promise<string>;
  /** Returns the plain text; null when the key is gone, or the value was sealed for another account, source, field or key. */
  open(source: Source, field: SealedField, sealed: string): Promise<string | null>;
  /** Returns whether a value was sealed under the newest key: others are sealed again by the object's next alarm. */
  isNewest(sealed: string): boolean;
}

const SEALED = /^v([1-9]\d{0,8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/u;

/**
 * Creates a sealer: AES-256-GCM with a random 96-bit IV. Each account has its own key, derived (HKDF-SHA256) from the key-encryption key.
 * Account, source, field and key version are authenticated with the text: a value moved to another place does not open.
 */
export function openSealer(ring: KeyRing, accountId: AccountId): Sealer {
  const derived = new Map<number, Promise<CryptoKey>>();
  const keyOf = (key: RingKey): Promise<CryptoKey> => {
    const present = derived.get(key.version) ?? deriveKey(key, accountId);
    derived.set(key.version, present);
    return present;
  };
  return {
    seal: async (source, field, text) => {
      const key = ring.newest;
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const place = placeOf(accountId, source, field, key.version);
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: place }, await keyOf(key), utf8(text));
      return `v${key.version}.${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
    },
    open: async (source, field, sealed) => {
      const match = SEALED.exec(sealed);
      const key = ring.byVersion.get(Number(match?.[1]));
      const iv = fromBase64(match?.[2] ?? '');
      const text = fromBase64(match?.[3] ?? '');
      if (key === undefined || iv === null || text === null) return null;
      const place = placeOf(accountId, source, field, key.version);
      try {
        const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: place }, await keyOf(key), text);
        return new TextDecoder().decode(opened);
      } catch {
        // WebCrypto throws when the tag does not match: the value is not ours, or is not for this place.
        return null;
      }
    },
    isNewest: (sealed) => sealed.startsWith(`v${ring.newest.version}.`),
  };
}

async function deriveKey(key: RingKey, accountId: AccountId): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', key.bytes, 'HKDF', false, ['deriveKey']);
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8(`shelfbridge token ${formatAccountId(accountId)}`),
  };
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Returns the place of a value, unambiguously: only the account ID could contain a line feed, and it comes last. */
function placeOf(accountId: AccountId, source: Source, field: SealedField, version: number): Uint8Array<ArrayBuffer> {
  return utf8(`${source}\n${field}\n${version}\n${formatAccountId(accountId)}`);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

import type { AccountId } from '../../domain/account/account-id';
import type { Source } from '../../domain/source';

/** Which account a platform's name for an owner leads to, as far as this isolate remembers. Holds only ids, no merchant's data. */
export interface RouteCache {
  get(source: Source, name: string): AccountId | null;
  set(source: Source, name: string, accountId: AccountId): void;
  forget(source: Source, name: string): void;
  /** Forgets every name that leads to the account. */
  forgetAccount(accountId: AccountId): void;
}

/** Creates a cache of at most `capacity` names; it drops the least recently used first. */
export function createRouteCache(capacity: number): RouteCache {
  const routes = new Map<string, AccountId>();
  const keyOf = (source: Source, name: string): string => `${source}:${name}`;
  const put = (key: string, accountId: AccountId): void => {
    routes.delete(key);
    routes.set(key, accountId);
  };
  return {
    get: (source, name) => {
      const key = keyOf(source, name);
      const found = routes.get(key);
      if (found === undefined) return null;
      put(key, found);
      return found;
    },
    set: (source, name, accountId) => {
      put(keyOf(source, name), accountId);
      const oldest = routes.size > capacity ? routes.keys().next().value : undefined;
      if (oldest !== undefined) routes.delete(oldest);
    },
    forget: (source, name) => {
      routes.delete(keyOf(source, name));
    },
    forgetAccount: (accountId) => {
      for (const [key, id] of routes) if (id === accountId) routes.delete(key);
    },
  };
}

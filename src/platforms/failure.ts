import type { ClosedShop } from '../domain/account/closed-shop';

/** Why a call to a platform gave nothing, by what to do next. `detail` is for logs and operators: it never holds tokens. */
export type PlatformFailure =
  /**
   * Too many requests, or the platform asks us to wait (operation slots taken): nothing happened. `closed`: Shopify serves no request
   * for the shop until its owner has done something about it.
   */
  | { readonly kind: 'throttled'; readonly afterMs: number; readonly closed?: ClosedShop }
  /** The token was refused or lacks a scope. */
  | { readonly kind: 'unauthorised' }
  /** No answer, a 5xx or an unreadable answer: the platform is down, or cannot be reached. Nobody knows the effect. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** A definite no to this request: repeating it does not help. */
  | { readonly kind: 'refused'; readonly detail: string };

/** A failure in words for an operator's log. */
export function describeFailure(failure: PlatformFailure): string {
  switch (failure.kind) {
    case 'throttled':
      return failure.closed !== undefined ? `the shop is ${failure.closed}` : `asked to wait ${failure.afterMs} ms`;
    case 'unauthorised':
      return 'the token was refused';
    case 'failed':
    case 'refused':
      return failure.detail;
  }
}

import type { ClosedShop } from '../domain/account/closed-shop';

/**
 * Why a call to a platform failed, classified by what to do next. `detail` is for logs and operators: it never contains
 * tokens.
 */
export type PlatformFailure =
  /**
   * Too many requests, or the platform asks us to wait (operation slots taken): nothing happened. `closed`: Shopify
   * serves no request for the shop until its owner resolves the cause.
   */
  | { readonly kind: 'throttled'; readonly afterMs: number; readonly closed?: ClosedShop }
  /** The token was refused or lacks a scope. */
  | { readonly kind: 'unauthorized' }
  /** No answer, a 5xx or an unreadable answer: the platform is down, or cannot be reached. The effect is unknown. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** A definite refusal of this request: repeating it does not help. */
  | { readonly kind: 'refused'; readonly detail: string };

/** Describes a failure for an operator's log. */
export function describeFailure(failure: PlatformFailure): string {
  switch (failure.kind) {
    case 'throttled':
      return failure.closed !== undefined ? `the shop is ${failure.closed}` : `asked to wait ${failure.afterMs} ms`;
    case 'unauthorized':
      return 'the token was refused';
    case 'failed':
    case 'refused':
      return failure.detail;
  }
}

import { useState } from 'react';
import { useSearchParams } from 'wouter';

import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { useAuthorizeCharge } from '../state/authorize-charge';
import { readStored, writeStored } from '../state/stored';
import { Button } from './button';
import { Notice } from './notice';

/** Where the browser keeps which lost charge the merchant has left at that. */
const LEFT_KEY = 'charge-left';

interface LostChargeNoticeProps {
  readonly subscription: Pick<Subscription, 'lastCharge' | 'lastChargeId'> | null;
}

/** Says that the last charge was not approved, with the ways to try again and to leave it at that. */
export function LostChargeNotice({ subscription }: LostChargeNoticeProps) {
  const [params] = useSearchParams();
  const { busy, authorize } = useAuthorizeCharge(params.has('test'));
  const [left, setLeft] = useState(() => readStored(LEFT_KEY));
  if (subscription === null || subscription.lastCharge === '' || subscription.lastChargeId === left) return null;
  const { lastCharge, lastChargeId } = subscription;
  const leave = () => {
    writeStored(LEFT_KEY, lastChargeId);
    setLeft(lastChargeId);
  };
  return (
    <div className="mb-5">
      <Notice
        tone="warn"
        title={lastCharge === 'declined' ? 'You declined the charge' : 'The charge expired'}
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" busy={busy} onClick={authorize}>
              Try again
            </Button>
            <Button size="sm" kind="quiet" onClick={leave}>
              Not now
            </Button>
          </span>
        }
      >
        {lastCharge === 'declined' ? '' : 'It was not approved within two days. '}Nothing was charged, and nothing is subscribed. Trying
        again leads to Shopify, which asks for your approval.
      </Notice>
    </div>
  );
}

import { lazy, useState } from 'react';
import { useSearchParams } from 'wouter';

import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { Button, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Fact, Facts } from '../../shared/components/facts';
import { LazyPart } from '../../shared/components/lazy-part';
import { LostChargeNotice } from '../../shared/components/lost-charge-notice';
import { Notice } from '../../shared/components/notice';
import { Page, Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { formatDay } from '../../shared/dates';
import { useAtomValue, useSetAtom } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { isImpersonating, sessionAtom, statusAtom, statusNudgeAtom } from '../../shared/state/session';
import { useSubscription } from '../../shared/state/subscription';
import { Payments } from './payments';
import { accessNote, canCancel, hasSubscription, monthlyAmount, shortSubscriptionId } from './state';

const SubscribeDialog = lazy(async () => ({ default: (await import('../../shared/components/subscribe-dialog')).SubscribeDialog }));
const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog')).CancelDialog }));

/** The one subscription: what it is, what was paid, and the ways to begin and to end it. */
export function SubscriptionPage() {
  const status = latest(useAtomValue(statusAtom));
  if (status?.billingMode === 'none') return <NothingToPay />;
  return <Billing status={status} />;
}

function NothingToPay() {
  return (
    <Page width="text" title="Subscription">
      <Panel>
        <EmptyState title="There is nothing to pay.">
          This installation of Shelfbridge charges nothing, and your access never ends.
        </EmptyState>
      </Panel>
    </Page>
  );
}

function Billing({ status }: { readonly status: AccountStatus | null }) {
  const loaded = useSubscription();
  const session = latest(useAtomValue(sessionAtom));
  const subscription = latest(loaded.remote);
  const note = status === null ? '' : accessNote(status, Date.now());
  return (
    <Page title="Subscription" lead="One plan: $49.99 every 30 days, with a 14-day trial and a 60-day money back guarantee.">
      {session !== null && !isImpersonating(session) && <LostChargeNotice subscription={subscription} />}
      {note !== '' && (
        <div className="mb-5">
          <Notice tone="warn" title="You are not subscribed">
            {note}
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2 [&>*]:min-w-0">
        {subscription === null ? (
          <Panel>
            {loaded.remote.state === 'failed' ? (
              <ErrorPanel title="Your subscription could not be loaded." failure={loaded.remote.failure} onRetry={loaded.reload} />
            ) : (
              <SkeletonRows rows={5} />
            )}
          </Panel>
        ) : (
          <>
            <SubscriptionCard subscription={subscription} locked={session !== null && isImpersonating(session)} reload={loaded.reload} />
            <Payments payments={subscription.transactions} />
          </>
        )}
      </div>
    </Page>
  );
}

interface CardProps {
  readonly subscription: Subscription;
  /** An operator acts as the merchant: only the merchant himself may change what he pays. */
  readonly locked: boolean;
  readonly reload: () => void;
}

function SubscriptionCard({ subscription, locked, reload }: CardProps) {
  const [cancelling, setCancelling] = useState(false);
  const nudge = useSetAtom(statusNudgeAtom);
  return (
    <Panel title="Subscription" label="Subscription">
      {hasSubscription(subscription) ? (
        <Facts>
          <Fact name="Shopify Id">{shortSubscriptionId(subscription.shopifySubscriptionId)}</Fact>
          <Fact name="Name">{subscription.shopifySubscriptionName}</Fact>
          <Fact name="Status">
            <span className={subscription.isActive ? 'text-good' : 'text-warn'}>{subscription.isActive ? 'Active' : 'Inactive'}</span>
          </Fact>
          <Fact name="Monthly Amount">{monthlyAmount(subscription)}</Fact>
          <Fact name="Next Billing Date">{formatDay(subscription.nextBillingDate) || '–'}</Fact>
        </Facts>
      ) : (
        <p className="px-4 py-8 text-center text-muted">No Current Subscription</p>
      )}
      <div className="border-t border-line bg-sunken px-4 py-3">
        {locked ? (
          <p className="text-sm text-muted">A subscription cannot be changed while impersonating.</p>
        ) : canCancel(subscription) ? (
          <button type="button" className={textLink} onClick={() => setCancelling(true)}>
            Cancel Subscription
          </button>
        ) : (
          <Subscribe />
        )}
      </div>
      {cancelling && (
        <LazyPart onClose={() => setCancelling(false)}>
          <CancelDialog
            subscription={subscription}
            onClose={() => setCancelling(false)}
            onCancelled={() => {
              nudge((count) => count + 1);
              reload();
            }}
          />
        </LazyPart>
      )}
    </Panel>
  );
}

function Subscribe() {
  const [open, setOpen] = useState(false);
  const [params] = useSearchParams();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted">
        {params.has('test')
          ? 'This will be a test subscription, which is never charged.'
          : 'You confirm it on Shopify; nothing is charged before.'}
      </p>
      <Button kind="primary" onClick={() => setOpen(true)}>
        Subscribe
      </Button>
      {open && (
        <LazyPart onClose={() => setOpen(false)}>
          <SubscribeDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </div>
  );
}

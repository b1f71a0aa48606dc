import { lazy, useState } from 'react';
import { useSearchParams } from 'wouter';

import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { Button, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { Fact, Facts } from '../../shared/components/facts';
import { LazyPart } from '../../shared/components/lazy-part';
import { LostChargeNotice } from '../../shared/components/lost-charge-notice';
import { Notice } from '../../shared/components/notice';
import { Page, Panel } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { formatDay } from '../../shared/dates';
import { useAtomValue, useSetAtom } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { isImpersonating, sessionAtom, statusAtom, nudgeStatusAtom } from '../../shared/state/session';
import { useSubscription } from '../../shared/state/subscription';
import { Payments } from './payments';
import { accessNote, canCancel, hasSubscription, monthlyAmount, shortSubscriptionId } from './state';
import { text } from './subscription.text';

const SubscribeDialog = lazy(async () => ({ default: (await import('../../shared/components/subscribe-dialog')).SubscribeDialog }));
const CancelDialog = lazy(async () => ({ default: (await import('./cancel-dialog')).CancelDialog }));

/** Shows the subscription and its payments, and starts or cancels it. */
export function SubscriptionPage() {
  const status = latest(useAtomValue(statusAtom));
  if (status?.billingMode === 'none') return <Free />;
  return <Billing status={status} />;
}

function Free() {
  return (
    <Page width="text" title={text.title}>
      <Panel>
        <EmptyState title={text.free}>{text.freeAdvice}</EmptyState>
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
    <Page title={text.title} lead={text.lead}>
      {session !== null && !isImpersonating(session) && <LostChargeNotice subscription={subscription} />}
      {note !== '' && (
        <div className="mb-5">
          <Notice tone="warn" title={text.notSubscribed}>
            {note}
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2 [&>*]:min-w-0">
        {subscription === null ? (
          <Panel>
            <Unloaded loaded={loaded} title={text.loadFailed} rows={5} />
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
  /** Read-only while impersonating: only the merchant may change the subscription. */
  readonly locked: boolean;
  readonly reload: () => void;
}

function SubscriptionCard({ subscription, locked, reload }: CardProps) {
  const [canceling, setCanceling] = useState(false);
  const nudge = useSetAtom(nudgeStatusAtom);
  return (
    <Panel title={text.title} label={text.title}>
      {hasSubscription(subscription) ? (
        <Facts>
          <Fact name={text.shopifyId}>{shortSubscriptionId(subscription.shopifySubscriptionId)}</Fact>
          <Fact name={text.name}>{subscription.shopifySubscriptionName}</Fact>
          <Fact name={text.status}>
            <span className={subscription.isActive ? 'text-good' : 'text-warn'}>{subscription.isActive ? text.active : text.inactive}</span>
          </Fact>
          <Fact name={text.monthlyAmount}>{monthlyAmount(subscription)}</Fact>
          <Fact name={text.nextBillingDate}>{formatDay(subscription.nextBillingDate) || '–'}</Fact>
        </Facts>
      ) : (
        <p className="px-4 py-8 text-center text-muted">{text.none}</p>
      )}
      <div className="border-t border-line bg-sunken px-4 py-3">
        {locked ? (
          <p className="text-sm text-muted">{text.locked}</p>
        ) : canCancel(subscription) ? (
          <button type="button" className={textLink} onClick={() => setCanceling(true)}>
            {text.cancelSubscription}
          </button>
        ) : (
          <Subscribe />
        )}
      </div>
      {canceling && (
        <LazyPart onClose={() => setCanceling(false)}>
          <CancelDialog
            subscription={subscription}
            onClose={() => setCanceling(false)}
            onCanceled={() => {
              nudge();
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
      <p className="text-sm text-muted">{params.has('test') ? text.testNote : text.subscribeNote}</p>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {text.subscribe}
      </Button>
      {open && (
        <LazyPart onClose={() => setOpen(false)}>
          <SubscribeDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </div>
  );
}

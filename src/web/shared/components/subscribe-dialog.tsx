import dayjs from 'dayjs';
import { useSearchParams } from 'wouter';

import { useAuthorizeCharge } from '../state/authorize-charge';
import { Button } from './button';
import { Dialog } from './dialog';

/** What the merchant agrees to, before he confirms it at Shopify. With `?test` in the address nothing is ever charged. */
export function SubscribeDialog({ onClose }: { readonly onClose: () => void }) {
  const [params] = useSearchParams();
  const isTest = params.has('test');
  const { busy, authorize } = useAuthorizeCharge(isTest);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm your subscription"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={authorize}>
            Authorize on Shopify
          </Button>
        </>
      }
    >
      <dl className="mt-3 divide-y divide-line rounded-lg border border-line">
        <Line name="Date" value={dayjs().format('MMM DD YYYY')} />
        <Line name="Method" value="Shopify Payments" />
        <Line name="Plan" value={isTest ? 'TEST!!' : 'Standard'} />
        <Line name="Total" value="$49.99 every 30 days" strong />
      </dl>
      <p className="mt-3 text-muted">14-day trial, 60-day money back guarantee</p>
      <p className="mt-1 text-sm text-muted">
        Shopify shows you what is charged and when, and asks you to approve it. Nothing is charged before that, nor during the trial.
      </p>
    </Dialog>
  );
}

function Line({ name, value, strong = false }: { readonly name: string; readonly value: string; readonly strong?: boolean }) {
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className={strong ? 'font-semibold tabular-nums' : 'tabular-nums'}>{value}</dd>
    </div>
  );
}

import dayjs from 'dayjs';
import { useSearchParams } from 'wouter';

import { sharedText } from '../shared.text';
import { useAuthorizeCharge } from '../state/authorize-charge';
import { ConfirmDialog } from './confirm-dialog';

const text = sharedText.subscribe;

/** Shows the terms of the subscription before the merchant confirms it on Shopify. With `?test` in the address nothing is ever charged. */
export function SubscribeDialog({ onClose }: { readonly onClose: () => void }) {
  const [params] = useSearchParams();
  const isTest = params.has('test');
  const { busy, authorize } = useAuthorizeCharge(isTest);

  return (
    <ConfirmDialog title={text.title} action={text.authorize} busy={busy} onConfirm={authorize} onClose={onClose}>
      <dl className="mt-3 divide-y divide-line rounded-lg border border-line">
        <Line name={text.date} value={dayjs().format('MMM DD YYYY')} />
        <Line name={text.method} value={text.methodValue} />
        <Line name={text.plan} value={isTest ? text.testPlan : text.standardPlan} />
        <Line name={text.total} value={text.totalValue} strong />
      </dl>
      <p className="mt-3 text-muted">{text.guarantee}</p>
      <p className="mt-1 text-sm text-muted">{text.note}</p>
    </ConfirmDialog>
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

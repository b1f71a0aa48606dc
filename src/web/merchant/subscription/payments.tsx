import type { Transaction } from '../../../gen/sh/subscriptions_pb';
import { Panel } from '../../shared/components/page';
import { formatDollars, formatPaymentDay } from './state';
import { text } from './subscription.text';

/** Lists the payments, newest first. */
export function Payments({ payments }: { readonly payments: readonly Transaction[] }) {
  return (
    <Panel title={text.payments} label={text.payments}>
      {payments.length === 0 ? (
        <p className="px-4 py-8 text-center text-muted">{text.noPayments}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <thead>
              <tr className="border-b border-line text-sm text-muted">
                <th scope="col" className="px-4 py-2 font-medium">
                  {text.date}
                </th>
                <th scope="col" className="px-4 py-2 font-medium">
                  {text.transactionId}
                </th>
                <th scope="col" className="px-4 py-2 text-right font-medium">
                  {text.amount}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {payments.map(({ transactionId, date, amountDollars }) => (
                <tr key={transactionId}>
                  <td className="px-4 py-2.5 whitespace-nowrap tabular-nums">{formatPaymentDay(date)}</td>
                  <td className="px-4 py-2.5 font-mono text-xs break-all text-muted">{transactionId}</td>
                  <td className="px-4 py-2.5 text-right whitespace-nowrap tabular-nums">{formatDollars(amountDollars)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

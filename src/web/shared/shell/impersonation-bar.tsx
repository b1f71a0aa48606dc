import { VenetianMask } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';

import type { SessionData } from '../../../gen/sh/session_pb';
import { textLink } from '../components/button';
import { plural } from '../formats';
import { accountPath } from '../paths';
import { useForgetAccount } from '../state/account-scope';
import { useStopImpersonating } from '../state/impersonation';

const MINUTE = 60_000;
/** How long until the page asks again who is there when the server does not yet say that the time is up, in ms. */
const RETRY_MS = 5000;

/** How much longer the operator acts as the merchant, in ms; null where it is not known. */
function remaining(ends: string, now: number): number | null {
  return ends === '' ? null : Math.max(0, Date.parse(ends) - now);
}

/**
 * Says on every screen that an operator acts as somebody else, under whose name, and for how long yet, with the ways to the
 * account and back to himself. When the time is up, the page asks anew who is there.
 */
export function ImpersonationBar({ session }: { readonly session: SessionData }) {
  const [now, setNow] = useState(() => Date.now());
  const forget = useForgetAccount();
  const stop = useStopImpersonating();
  const { impersonationEnds } = session;
  const left = remaining(impersonationEnds, now);
  const turn = useEffectEvent(() => {
    const present = Date.now();
    setNow(present);
    if (remaining(impersonationEnds, present) === 0) forget();
  });
  useEffect(() => {
    if (left === null) return undefined;
    // The next whole minute changes the words. Once the time is up by this clock, the server's may still be a little behind.
    const timer = window.setTimeout(turn, left === 0 ? RETRY_MS : left % MINUTE || MINUTE);
    return () => window.clearTimeout(timer);
  }, [left]);
  return (
    <p className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-1.5 text-center text-sm">
      <VenetianMask size={16} aria-hidden="true" className="shrink-0 text-warn" />
      <span>
        {/* Read out once; the minutes that pass are not. */}
        <span role="status">
          You are acting as <strong className="font-semibold">{session.shopifyDomain}</strong>. What you do is recorded under{' '}
          {session.impersonatorDomain}.
        </span>
        {left !== null && ` It ends by itself in ${plural(Math.ceil(left / MINUTE), 'minute', 'minutes')}.`}{' '}
        <span className="whitespace-nowrap">
          <Link href={accountPath(session.accountId)} className={textLink}>
            Account
          </Link>{' '}
          ·{' '}
          <button type="button" onClick={stop} className={`${textLink} rounded-sm`}>
            Stop
          </button>
        </span>
      </span>
    </p>
  );
}

import { VenetianMask } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';

import type { SessionData } from '../../../gen/sh/session_pb';
import { textLink } from '../components/button';
import { accountPath } from '../paths';
import { useForgetAccount } from '../state/account-scope';
import { useStopImpersonating } from '../state/impersonation';
import { shellText } from './shell.text';

const text = shellText.impersonationBar;

const MINUTE = 60_000;
/** Delay before the session is loaded again when the time is up here but not yet on the server, in ms. */
const RETRY_MS = 5000;

/** Returns the remaining time of the impersonation in ms; null when it is unknown. */
function remaining(ends: string, now: number): number | null {
  return ends === '' ? null : Math.max(0, Date.parse(ends) - now);
}

/**
 * Shows on every page who is impersonated, under which operator actions are recorded, and the remaining time, with links to the
 * account and to stop. Reloads the session when the time is up.
 */
export function ImpersonationBar({ session }: { readonly session: SessionData }) {
  const [now, setNow] = useState(() => Date.now());
  const forget = useForgetAccount();
  const stop = useStopImpersonating();
  const { impersonationEnds } = session;
  const left = remaining(impersonationEnds, now);
  const tick = useEffectEvent(() => {
    const time = Date.now();
    setNow(time);
    if (remaining(impersonationEnds, time) === 0) forget();
  });
  useEffect(() => {
    if (left === null) return undefined;
    // The text changes every whole minute. When the time is up on this clock, the server's may be slightly behind.
    const timer = window.setTimeout(tick, left === 0 ? RETRY_MS : left % MINUTE || MINUTE);
    return () => window.clearTimeout(timer);
  }, [left]);
  return (
    <p className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-1.5 text-center text-sm">
      <VenetianMask size={16} className="shrink-0 text-warn" />
      <span>
        {/* Announced once, without the remaining minutes. */}
        <span role="status">
          {text.lead} <strong className="font-semibold">{session.shopifyDomain}</strong>. {text.recorded(session.impersonatorDomain)}
        </span>
        {left !== null && ` ${text.endsIn(Math.ceil(left / MINUTE))}`}{' '}
        <span className="whitespace-nowrap">
          <Link href={accountPath(session.accountId)} className={textLink}>
            {text.account}
          </Link>{' '}
          ·{' '}
          <button type="button" onClick={stop} className={`${textLink} rounded-sm`}>
            {text.stop}
          </button>
        </span>
      </span>
    </p>
  );
}

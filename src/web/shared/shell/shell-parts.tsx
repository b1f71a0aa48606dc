import type { SessionData } from '../../../gen/sh/session_pb';
import { isImpersonating } from '../state/session';
import { AccountStatusNotice } from './account-status-notice';
import { ImpersonationBar } from './impersonation-bar';
import { PauseNotice } from './pause-notice';
import { shellText } from './shell.text';
import { StaleNotice } from './stale-notice';

/** A link to the content, visible on keyboard focus. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-70 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {shellText.skipToContent}
    </a>
  );
}

interface NoticesProps {
  /** Null while it loads. */
  readonly session: SessionData | null;
  /** Whether to show why stock may not be in sync. */
  readonly accountStatus: boolean;
}

/** The notices above every page. */
export function Notices({ session, accountStatus }: NoticesProps) {
  return (
    <>
      {session !== null && isImpersonating(session) && <ImpersonationBar session={session} />}
      <StaleNotice />
      <PauseNotice />
      {accountStatus && <AccountStatusNotice />}
    </>
  );
}

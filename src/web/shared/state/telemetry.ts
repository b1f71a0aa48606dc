import { useEffect } from 'react';

import { identifyByDomain, recordEvent, startAnalytics } from './analytics';
import { chatLoadedAtom, chatAllowedAtom, identifyChat, loadChat, hideChat } from './chat';
import { startErrorReporting } from './error-reporting';
import { useAtomValue, useStore } from './jotai';
import { latest } from './remote';
import { appInfoAtom, isImpersonating, sessionAtom } from './session';

/**
 * Starts analytics, error reporting and the support chat, each once the app info says that it is configured.
 */
export function useTelemetry(path: string): void {
  const store = useStore();
  const info = latest(useAtomValue(appInfoAtom));
  const session = latest(useAtomValue(sessionAtom));
  const known = info !== null;
  const { posthogKey = '', posthogHost = '', sentryDsn = '', chatWidgetId = '', version = '' } = info ?? {};
  const impersonating = session !== null && isImpersonating(session);
  const { shopifyDomain: domain = '', accountName = '', email = '' } = session ?? {};

  useEffect(() => {
    if (!known) return;
    startAnalytics(posthogKey, posthogHost);
    startErrorReporting(sentryDsn, version);
  }, [known, posthogKey, posthogHost, sentryDsn, version]);

  useEffect(() => {
    recordEvent('$pageview', { path });
  }, [path]);

  // An impersonating operator is not identified as the merchant, neither to analytics nor to the chat.
  useEffect(() => {
    if (domain !== '' && !impersonating) identifyByDomain(domain);
  }, [domain, impersonating]);

  useEffect(() => {
    if (chatWidgetId === '') return;
    const allowed = domain !== '' && !impersonating;
    store.set(chatAllowedAtom, allowed);
    if (!allowed) {
      hideChat();
      return;
    }
    loadChat(chatWidgetId, () => store.set(chatLoadedAtom, true));
    identifyChat({ accountName, email, shopDomain: domain });
  }, [chatWidgetId, domain, impersonating, accountName, email, store]);
}

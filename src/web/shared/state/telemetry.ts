import { useEffect } from 'react';

import { identifyByDomain, recordEvent, startAnalytics } from './analytics';
import { chatLoadedAtom, chatAllowedAtom, identifyChat, loadChat, hideChat } from './chat';
import { startErrorReporting } from './error-reporting';
import { useAtomValue, useStore } from './jotai';
import { latest } from './remote';
import { appInfoAtom, isImpersonating, sessionAtom } from './session';

/**
 * Measuring, error reporting and the support chat: each begins when the page has learnt that it is configured, after
 * everything that the person came for.
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

  // An operator who acts as a merchant is not that merchant, neither to the chat nor to the measuring.
  useEffect(() => {
    if (domain !== '' && !impersonating) identifyByDomain(domain);
  }, [domain, impersonating]);

  useEffect(() => {
    if (chatWidgetId === '') return;
    const welcome = domain !== '' && !impersonating;
    store.set(chatAllowedAtom, welcome);
    if (!welcome) {
      hideChat();
      return;
    }
    loadChat(chatWidgetId, () => store.set(chatLoadedAtom, true));
    identifyChat({ accountName, email, shopDomain: domain });
  }, [chatWidgetId, domain, impersonating, accountName, email, store]);
}

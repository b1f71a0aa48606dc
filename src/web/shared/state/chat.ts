import { atom, useAtomValue } from './jotai';

/** A command of the support chat: what to do, with what. */
type ChatCommand = readonly [verb: string, what: string, ...values: (readonly unknown[])[]];

declare global {
  interface Window {
    /** The chat's mailbox: a list until its script takes it over. */
    $crisp?: { push(command: ChatCommand): unknown };
    CRISP_WEBSITE_ID?: string;
  }
}

/** Where the chat's script lies. */
export const CHAT_SCRIPT = 'https://client.crisp.chat/l.js';

/** Whom the chat is told of. */
export interface ChatVisitor {
  readonly accountName: string;
  readonly email: string;
  readonly shopDomain: string;
}

/** Whether the chat's script has come. */
export const chatLoadedAtom = atom(false);
/** Whether the person at the keyboard is one whom the chat may know: a signed-in merchant himself. */
export const chatAllowedAtom = atom(false);

/** Loads the support chat. Called once, and only where it is configured; `onReady` runs when its script has come. */
export function loadChat(widgetId: string, onReady: () => void): void {
  if (window.$crisp !== undefined) return;
  const mailbox: ChatCommand[] = [];
  window.$crisp = mailbox;
  window.CRISP_WEBSITE_ID = widgetId;
  const script = document.createElement('script');
  script.src = CHAT_SCRIPT;
  script.async = true;
  script.addEventListener('load', onReady);
  document.head.append(script);
}

/** Tells the chat who is asking. Never called while an operator acts as the merchant. */
export function identifyChat({ accountName, email, shopDomain }: ChatVisitor): void {
  if (email !== '') tell(['set', 'user:email', [email]]);
  if (accountName !== '') tell(['set', 'user:nickname', [accountName]]);
  tell(['set', 'session:data', [[['shop_domain', shopDomain]]]]);
  tell(['do', 'chat:show']);
}

/** Hides the chat and forgets whom it knew: nobody is signed in, or an operator acts as the merchant. */
export function hideChat(): void {
  if (window.$crisp === undefined) return;
  tell(['do', 'session:reset']);
  tell(['do', 'chat:hide']);
}

/** Opens the chat's window. */
function openChat(): void {
  tell(['do', 'chat:open']);
}

function tell(command: ChatCommand): void {
  window.$crisp?.push(command);
}

/** A function that opens the support chat; null where there is none. */
export function useChat(): (() => void) | null {
  const loaded = useAtomValue(chatLoadedAtom);
  const welcome = useAtomValue(chatAllowedAtom);
  return loaded && welcome ? openChat : null;
}

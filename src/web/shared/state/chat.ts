import { atom, useAtomValue } from './jotai';

/** A command of the support chat. */
type ChatCommand = readonly [verb: string, what: string, ...values: (readonly unknown[])[]];

declare global {
  interface Window {
    /** The chat's command queue: an array until its script replaces it. */
    $crisp?: { push(command: ChatCommand): unknown };
    CRISP_WEBSITE_ID?: string;
  }
}

/** The URL of the chat script. */
const CHAT_SCRIPT = 'https://client.crisp.chat/l.js';

/** The visitor as the chat shows them. */
export interface ChatVisitor {
  readonly accountName: string;
  readonly email: string;
  readonly shopDomain: string;
}

/** Whether the chat script has loaded. */
export const chatLoadedAtom = atom(false);
/** Whether the chat may identify the user: a signed-in merchant, not an operator who impersonates one. */
export const chatAllowedAtom = atom(false);

/** Loads the support chat once, where it is configured. `onReady` runs when its script has loaded. */
export function loadChat(widgetId: string, onReady: () => void): void {
  if (window.$crisp !== undefined) return;
  const queue: ChatCommand[] = [];
  window.$crisp = queue;
  window.CRISP_WEBSITE_ID = widgetId;
  const script = document.createElement('script');
  script.src = CHAT_SCRIPT;
  script.async = true;
  script.addEventListener('load', onReady);
  document.head.append(script);
}

/** Identifies the merchant to the chat. Never called while impersonating. */
export function identifyChat({ accountName, email, shopDomain }: ChatVisitor): void {
  if (email !== '') send(['set', 'user:email', [email]]);
  if (accountName !== '') send(['set', 'user:nickname', [accountName]]);
  send(['set', 'session:data', [[['shop_domain', shopDomain]]]]);
  send(['do', 'chat:show']);
}

/** Hides the chat and resets its session: nobody is signed in, or an operator impersonates the merchant. */
export function hideChat(): void {
  if (window.$crisp === undefined) return;
  send(['do', 'session:reset']);
  send(['do', 'chat:hide']);
}

/** Opens the chat window. */
function openChat(): void {
  send(['do', 'chat:open']);
}

function send(command: ChatCommand): void {
  window.$crisp?.push(command);
}

/** Returns a function that opens the support chat; null where there is none. */
export function useChat(): (() => void) | null {
  const loaded = useAtomValue(chatLoadedAtom);
  const allowed = useAtomValue(chatAllowedAtom);
  return loaded && allowed ? openChat : null;
}

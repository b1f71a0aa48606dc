import type { JsonValue } from '@protobuf-ts/runtime';
import type { MethodInfo } from '@protobuf-ts/runtime-rpc';

/** A call that is made before the page's code is loaded. */
export interface EarlyCall {
  /** `sh.Service/Method`. */
  readonly method: string;
  /** The message, with the names of its fields in code. */
  readonly input: object;
}

/** The answer to `POST /rpc/batch`. */
export interface BatchAnswer {
  readonly account_id: string;
  readonly answers: readonly { readonly status: number; readonly body: JsonValue }[];
}

/** What `start/first.ts` leaves for the app. */
export interface EarlyStart {
  readonly calls: readonly EarlyCall[];
  /** Null when the calls could not be made. Never rejects. */
  readonly answered: Promise<BatchAnswer | null>;
}

declare global {
  interface Window {
    earlyStart?: EarlyStart;
  }
}

const STATUS = 'sh.Account/GetAccountStatus';
/** Their answers belong to no account, or say which account it is. */
const SESSION_CALLS: readonly string[] = ['sh.Session/GetSessionData', 'sh.Session/GetAppInfo'];

/** The answers to early calls that the app has not taken yet. */
export class EarlyAnswers {
  readonly #start: EarlyStart | undefined;
  /** The indexes of the calls that are still there. */
  readonly #left: Set<number>;
  readonly #pageAccount: () => string;
  #dropped = false;

  /** `pageAccount` returns the account that the page shows; '' while it is unknown. */
  constructor(start: EarlyStart | undefined, pageAccount: () => string) {
    this.#start = start;
    this.#left = new Set(start?.calls.keys());
    this.#pageAccount = pageAccount;
  }

  /**
   * Takes the answer to a call; each can be taken once, or again if the call was aborted before (`abort`). Null when this call was not made
   * early. The promise returns null when it failed, or belongs to another account than the page shows: the app then makes the call itself
   * and handles how that fails.
   */
  take<I extends object, O extends object>(method: MethodInfo<I, O>, input: I, abort?: AbortSignal): Promise<O | null> | null {
    const start = this.#start;
    if (start === undefined || this.#dropped) return null;
    const path = `${method.service.typeName}/${method.name}`;
    const index = start.calls.findIndex((call, at) => this.#left.has(at) && call.method === path && isSame(method, input, call.input));
    if (index < 0) {
      // From the next poll on, or once something is changed, what the others show may be older than what the page knows.
      if (path === STATUS || !method.name.startsWith('Get')) this.#dropAll();
      return null;
    }
    this.#left.delete(index);
    let isRead = false;
    abort?.addEventListener('abort', () => {
      if (!isRead && !this.#dropped) this.#left.add(index);
    });
    return this.#read(start.answered, index, method).finally(() => {
      isRead = true;
    });
  }

  #dropAll(): void {
    this.#left.clear();
    this.#dropped = true;
  }

  async #read<I extends object, O extends object>(
    answered: EarlyStart['answered'],
    index: number,
    method: MethodInfo<I, O>,
  ): Promise<O | null> {
    const batch = await answered;
    const answer = batch?.answers[index];
    if (batch === null || answer?.status !== 200) return null;
    const isOfPage = SESSION_CALLS.includes(`${method.service.typeName}/${method.name}`) || batch.account_id === this.#pageAccount();
    if (!isOfPage) return null;
    try {
      return method.O.fromJson(answer.body, { ignoreUnknownFields: true });
    } catch {
      return null;
    }
  }
}

function isSame<I extends object, O extends object>({ I: type }: MethodInfo<I, O>, input: I, early: object): boolean {
  return type.equals(input, type.create(early as Parameters<typeof type.create>[0]));
}

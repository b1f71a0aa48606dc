import { SYSTEM, type Owner, type Planned, type Scheduler } from './scheduler';
import { createState } from './shims/durable-state';
import type { MemoryDatabase } from './shims/sqlite';

/** Creates an instance of an object's class for its host. */
export type MakeObject<T> = (state: DurableObjectState) => T;

/** How calls and alarms of a host behave. */
export interface HostBehavior {
  /** How long a call takes to reach the object, or its response to come back, in ms. */
  latency(): number;
  /** How late an alarm fires, in ms. */
  lateness(): number;
  /** How far the object's clock is ahead, in ms; absent where it is right. */
  clockError?(): number;
}

interface Instance<T> {
  readonly owner: Owner;
  readonly object: T;
  /** What `blockConcurrencyWhile` waits for. */
  ready: Promise<unknown>;
  alarmRuns: boolean;
  /** Callers that wait for a response. */
  readonly waiting: Set<(why: Error) => void>;
}

/**
 * Copies a call's data as the platform does: plain data with our own code, which is several times faster, the rest with structuredClone.
 */
function clone<V>(value: V): V {
  return copyOf(value) as V;
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new DOMException('a call cannot carry this value', 'DataCloneError');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
}

/** Plans a caller's response. */
type Settle = (finish: () => void) => Planned;

/** How soon an alarm runs again when its handler died, in ms; the platform's first retry. */
const ALARM_RETRY_MS = 2_000;

/**
 * Hosts one Durable Object as the platform does: one instance at a time over durable rows and one alarm. A dead instance receives nothing
 * more; its callers get an error that the connection was lost; the next call or alarm creates a new instance.
 */
export class ObjectHost<T extends { alarm?: (() => Promise<void>) | undefined }> {
  readonly #name: string;
  readonly #scheduler: Scheduler;
  readonly #database: MemoryDatabase;
  readonly #make: MakeObject<T>;
  readonly #behavior: HostBehavior;
  #instance: Instance<T> | null = null;
  #instances = 0;
  #alarmAt: number | null;
  #alarmEvent: Planned | null = null;
  #downUntil = 0;
  /** Reasons that instances gave for aborting. */
  readonly aborts: string[] = [];
  /** Called after each call that an instance has completed. */
  onAnswer: (method: string, given: readonly unknown[]) => void = () => undefined;

  constructor(
    name: string,
    parts: { scheduler: Scheduler; database: MemoryDatabase; make: MakeObject<T>; behavior: HostBehavior; alarmAt: number | null },
  ) {
    this.#name = name;
    this.#scheduler = parts.scheduler;
    this.#database = parts.database;
    this.#make = parts.make;
    this.#behavior = parts.behavior;
    this.#alarmAt = parts.alarmAt;
    this.#planAlarm();
  }

  /** When the stored alarm is due, ms; null when none is set. */
  get alarmAt(): number | null {
    return this.#alarmAt;
  }

  get database(): MemoryDatabase {
    return this.#database;
  }

  get #clockError(): number {
    return this.#behavior.clockError?.() ?? 0;
  }

  /** Returns whether the owner's turn belongs to the live instance. */
  owns(owner: Owner): boolean {
    return this.#instance?.owner === owner;
  }

  /** Runs work in a turn of the instance, which is created when there is none. Call it at the start of a turn. */
  enter<R>(work: (object: T) => R): R {
    const instance = this.#live();
    this.#scheduler.current = instance.owner;
    return work(instance.object);
  }

  /** Calls a method as a stub does: with latency in both directions, and with a rejection when the instance dies before it responds. */
  async call(method: string, given: readonly unknown[]): Promise<unknown> {
    const caller = this.#scheduler.current;
    return new Promise((resolve, reject) => {
      const settle: Settle = (finish) => this.#scheduler.plan(this.#scheduler.now + this.#behavior.latency(), caller, finish);
      this.#scheduler.plan(this.#scheduler.now + this.#behavior.latency(), SYSTEM, () => {
        if (this.#scheduler.now < this.#downUntil) {
          settle(() => {
            reject(new Error('Network connection lost.'));
          });
          return;
        }
        this.#perform(method, clone(given), settle, { resolve, reject });
      });
    });
  }

  #perform(
    method: string,
    given: readonly unknown[],
    settle: Settle,
    answer: { resolve: (value: unknown) => void; reject: (why: Error) => void },
  ): void {
    const instance = this.#live();
    this.#scheduler.current = instance.owner;
    const lost = (why: Error): void => {
      settle(() => {
        answer.reject(why);
      });
    };
    instance.waiting.add(lost);
    const run = async (): Promise<unknown> => {
      await instance.ready;
      const called: unknown = Reflect.get(instance.object, method);
      if (typeof called !== 'function') throw new TypeError(`the object has no method ${method}`);
      const value: unknown = await Reflect.apply(called, instance.object, given);
      return clone(value);
    };
    run().then(
      (value) => {
        instance.waiting.delete(lost);
        this.onAnswer(method, given);
        const answered = settle(() => {
          answer.resolve(value);
        });
        answered.undone = () => {
          lost(new Error('Network connection lost.'));
        };
      },
      (error: unknown) => {
        instance.waiting.delete(lost);
        lost(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  /**
   * Drops the instance with all its memory, and responds to no one before `downUntil` (ms). Only between turns. `alarmAt`: the alarm as
   * stored, ms.
   */
  kill(why: string, downUntil: number, alarmAt = this.#alarmAt): void {
    this.#downUntil = Math.max(this.#downUntil, downUntil);
    const instance = this.#instance;
    if (instance === null) return;
    this.#instance = null;
    instance.owner.alive = false;
    for (const lost of instance.waiting) lost(new Error(why));
    const again = this.#scheduler.now + ALARM_RETRY_MS;
    this.#alarmAt = instance.alarmRuns ? Math.min(alarmAt ?? again, again) : alarmAt;
    this.#planAlarm();
  }

  #live(): Instance<T> {
    const present = this.#instance;
    if (present !== null) return present;
    this.#instances += 1;
    const owner: Owner = { name: `${this.#name}#${this.#instances}`, alive: true };
    const before = this.#scheduler.current;
    this.#scheduler.current = owner;
    let ready: Promise<unknown> = Promise.resolve();
    const state = createState({
      name: this.#name,
      database: this.#database,
      alarm: {
        get: () => (this.#alarmAt === null ? null : this.#alarmAt + this.#clockError),
        set: (at) => {
          if (!owner.alive) return;
          this.#alarmAt = at === null ? null : at - this.#clockError;
          // Set by a running handler for now or earlier, an alarm may get lost (github.com/cloudflare/workerd/issues/6866).
          if (this.#instance?.alarmRuns === true && (this.#alarmAt ?? Infinity) <= this.#scheduler.now) this.#alarmAt = null;
          this.#planAlarm();
        },
      },
      abort: (reason) => {
        this.#abort(owner, reason);
      },
      block: (work) => {
        ready = work.catch(() => undefined);
      },
    });
    const object = this.#make(state);
    const instance: Instance<T> = { owner, object, ready, alarmRuns: false, waiting: new Set() };
    this.#instance = instance;
    this.#scheduler.current = before;
    return instance;
  }

  /** Lets the instance abort itself; what it did in this turn stays. */
  #abort(owner: Owner, reason: string): void {
    this.aborts.push(reason);
    this.#scheduler.plan(this.#scheduler.now, SYSTEM, () => {
      if (this.#instance?.owner === owner) this.kill(reason, 0);
    });
  }

  #planAlarm(): void {
    const at = this.#alarmAt;
    if (this.#alarmEvent !== null) this.#alarmEvent.cancelled = true;
    if (at === null) return;
    const due = Math.max(at, this.#scheduler.now) + this.#behavior.lateness();
    this.#alarmEvent = this.#scheduler.plan(due, SYSTEM, () => {
      this.#fire(at);
    });
  }

  #fire(at: number): void {
    if (this.#alarmAt !== at) return;
    if (this.#scheduler.now < this.#downUntil) {
      this.#scheduler.plan(this.#downUntil, SYSTEM, () => {
        this.#fire(at);
      });
      return;
    }
    const instance = this.#live();
    this.#scheduler.current = instance.owner;
    if (instance.alarmRuns) {
      // One alarm handler at a time: this one waits until the running one ends.
      this.#scheduler.plan(this.#scheduler.now + 50, SYSTEM, () => {
        this.#fire(at);
      });
      return;
    }
    this.#alarmAt = null;
    instance.alarmRuns = true;
    const run = async (): Promise<void> => {
      await instance.ready;
      await instance.object.alarm?.();
    };
    run().then(
      () => {
        // The alarm is over once what this turn wrote is durable: an instance that dies before then gets it again.
        this.#scheduler.plan(this.#scheduler.now, SYSTEM, () => {
          instance.alarmRuns = false;
        });
      },
      () => {
        instance.alarmRuns = false;
        const again = this.#scheduler.now + ALARM_RETRY_MS;
        this.#alarmAt = Math.min(this.#alarmAt ?? again, again);
        this.#planAlarm();
      },
    );
  }
}

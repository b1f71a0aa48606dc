import type { Owner, Scheduler } from '../scheduler';

/** How long a message waits for its consumer, in ms. */
const DELIVERY_MS = 30;

/** A queue of the platform: each message is its own batch, and is delivered again when the consumer requests a retry. */
export class QueueShim {
  readonly #name: string;
  readonly #scheduler: Scheduler;
  readonly #consumer: Owner;
  readonly #consume: (batch: MessageBatch) => Promise<void>;
  #sent = 0;

  constructor(name: string, scheduler: Scheduler, consumer: Owner, consume: (batch: MessageBatch) => Promise<void>) {
    this.#name = name;
    this.#scheduler = scheduler;
    this.#consumer = consumer;
    this.#consume = consume;
  }

  async send(body: unknown, options: { readonly delaySeconds?: number } = {}): Promise<void> {
    this.#sent += 1;
    this.#deliver(`m${this.#sent}`, structuredClone(body), 1, DELIVERY_MS + (options.delaySeconds ?? 0) * 1_000);
  }

  #deliver(id: string, body: unknown, attempts: number, delay: number): void {
    this.#scheduler.plan(this.#scheduler.now + delay, this.#consumer, () => {
      const message = {
        id,
        body,
        attempts,
        timestamp: new Date(),
        ack: () => undefined,
        retry: (options: { readonly delaySeconds?: number } = {}) => {
          this.#deliver(id, body, attempts + 1, 1_000 * (options.delaySeconds ?? 15));
        },
      };
      const batch = { queue: this.#name, messages: [message] } as unknown as MessageBatch;
      this.#consume(batch).catch(() => {
        message.retry();
      });
    });
  }
}

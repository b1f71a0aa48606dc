import type { ExplainedLine, OrderName, UnexplainedLine } from '../../domain/causes/cause';
import { orderedLines, ordersOfLines, spanOfOrders } from '../../domain/causes/orders';
import type { Instant } from '../../domain/instant';
import { describeFailure } from '../../platforms/failure';
import { readOrderNames } from '../../platforms/shopify/order-names';
import { SHOPIFY_ORDER_SCOPE } from '../../platforms/shopify/scopes';
import type { Calls } from '../account/calls';

/** How soon orders are asked for again after Shopify has refused to show them, in ms. */
const AGAIN_MS = 86_400_000;

/** What `OrderNames` needs from its account. */
export interface OrderHost {
  readonly calls: Calls;
  now(): Instant;
  /** Returns the scopes that the shop granted. */
  scopes(): readonly string[];
  /** Returns the number of the connection, which each grant changes. */
  connection(): number;
  note(message: string): void;
}

/** Lines with the orders that are known, and the number of calls that reading them took. */
export interface NamedOrders {
  readonly explained: readonly ExplainedLine[];
  readonly calls: number;
}

/** Names the orders behind lines, where the merchant lets us read orders: one call for all lines of a reading, none without the scope. */
export class OrderNames {
  readonly #host: OrderHost;
  /** When Shopify refused, and to which connection: a new grant may be asked at once. */
  #refused: { readonly at: Instant; readonly connection: number } | null = null;

  constructor(host: OrderHost) {
    this.#host = host;
  }

  /** Returns the explained lines, those of orders with the order's name where only one can be meant. */
  async named(lines: readonly UnexplainedLine[], explained: readonly ExplainedLine[]): Promise<NamedOrders> {
    const ordered = orderedLines(lines, explained);
    const span = spanOfOrders(ordered);
    if (span === null || !this.#mayAsk()) return { explained, calls: 0 };
    const read = await this.#host.calls.shopify(async (client) => readOrderNames(client, span));
    if (!read.ok) {
      if (read.error.kind === 'refused') this.#refused = { at: this.#host.now(), connection: this.#host.connection() };
      this.#host.note(`orders: ${describeFailure(read.error)}`);
      return { explained, calls: 1 };
    }
    // The scope may have been withdrawn meanwhile, with the connection.
    if (!this.#isGranted()) return { explained, calls: 1 };
    const orders = ordersOfLines(ordered, read.value);
    return { explained: explained.map((line) => withOrder(line, orders.get(line.seq))), calls: 1 };
  }

  #mayAsk(): boolean {
    const refused = this.#refused;
    const isOver = refused === null || refused.connection !== this.#host.connection() || this.#host.now() - refused.at >= AGAIN_MS;
    return isOver && this.#isGranted();
  }

  #isGranted(): boolean {
    return this.#host.scopes().includes(SHOPIFY_ORDER_SCOPE);
  }
}

function withOrder(line: ExplainedLine, order: OrderName | undefined): ExplainedLine {
  return order === undefined ? line : { ...line, cause: { ...line.cause, order } };
}

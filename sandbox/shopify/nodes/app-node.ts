import { unsupported, type ShopifyContext } from '../context';
import { gid } from '../gid';
import { Connection, readPage, type PageArgs } from '../paging';
import { installOf } from '../token-store';
import { SubscriptionNode, type SubscriptionRow } from './subscription-node';

/** The number of the only app that the sandbox knows. */
export const APP_ID = 58_110_001;

/** `App`: the app under test. */
export function appNode(context: ShopifyContext): object {
  return {
    __typename: 'App',
    id: gid('App', APP_ID),
    handle: 'shelfbridge',
    title: 'Shelfbridge',
    apiKey: context.world.env.SHOPIFY_CLIENT_ID,
    embedded: false,
    developerName: 'Shelfbridge',
    description: null,
    published: true,
    shopifyDeveloped: false,
  };
}

/** `AppInstallation`. */
export class InstallationNode {
  readonly __typename = 'AppInstallation';
  readonly #context: ShopifyContext;

  constructor(context: ShopifyContext) {
    this.#context = context;
  }

  get id(): string {
    const install = installOf(this.#context.world, this.#context.shop.domain);
    if (install === null) throw unsupported('currentAppInstallation for a token of the outside world');
    return gid('AppInstallation', install.id);
  }

  get app(): object {
    return appNode(this.#context);
  }

  get launchUrl(): string {
    return `${this.#context.world.env.APP_ORIGIN}/shopify/index`;
  }

  get uninstallUrl(): null {
    return null;
  }

  get accessScopes(): object[] {
    return [...this.#context.scopes].map((handle) => ({ handle, description: handle.replaceAll('_', ' ') }));
  }

  get activeSubscriptions(): SubscriptionNode[] {
    const { world, shop } = this.#context;
    const rows = world.db.rows<SubscriptionRow>(
      `select * from shopify_subscription where shop = ? and status = 'ACTIVE' order by id`,
      shop.domain,
    );
    return rows.map((row) => new SubscriptionNode(this.#context, row));
  }

  get subscriptions(): SubscriptionNode[] {
    return this.activeSubscriptions;
  }

  allSubscriptions(args: PageArgs): Connection<SubscriptionRow, SubscriptionNode> {
    const page = readPage<SubscriptionRow>(
      this.#context,
      { from: 'from shopify_subscription', columns: '*', where: 'shop = ?', values: [this.#context.shop.domain], sort: 'id', id: 'id' },
      args,
    );
    return new Connection(page, (row) => new SubscriptionNode(this.#context, row));
  }
}

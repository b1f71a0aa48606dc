import type { ShopifyContext } from '../context';
import { gid } from '../gid';
import { SHOP_TIME_ZONE, stateTime } from '../wording';

const PLAN_NAMES = { standard: 'Basic', advanced: 'Advanced', plus: 'Plus', enterprise: 'Enterprise', development: 'Development' };

/** `Shop`. */
export class ShopNode {
  readonly __typename = 'Shop';
  readonly #context: ShopifyContext;
  readonly currencyCode = 'USD';
  readonly enabledPresentmentCurrencies = ['USD'];
  readonly ianaTimezone = SHOP_TIME_ZONE.name;
  readonly timezoneAbbreviation = SHOP_TIME_ZONE.abbreviation;
  readonly timezoneOffset = SHOP_TIME_ZONE.offset;
  readonly timezoneOffsetMinutes = SHOP_TIME_ZONE.minutes;
  readonly setupRequired = false;
  readonly checkoutApiSupported = true;
  readonly taxesIncluded = false;
  readonly taxShipping = false;
  readonly unitSystem = 'IMPERIAL_SYSTEM';
  readonly weightUnit = 'POUNDS';
  readonly orderNumberFormatPrefix = '#';
  readonly orderNumberFormatSuffix = '';
  readonly shipsToCountries = ['US', 'CA'];
  readonly description = null;

  constructor(context: ShopifyContext) {
    this.#context = context;
  }

  get id(): string {
    return gid('Shop', this.#context.shop.id);
  }

  get name(): string {
    return this.#context.shop.name;
  }

  get email(): string {
    return this.#context.shop.email;
  }

  get contactEmail(): string {
    return this.#context.shop.email;
  }

  get shopOwnerName(): string {
    return this.#context.shop.owner_name;
  }

  get myshopifyDomain(): string {
    return this.#context.shop.domain;
  }

  get url(): string {
    return `https://${this.#context.shop.domain}`;
  }

  get primaryDomain(): object {
    const { shop } = this.#context;
    return { __typename: 'Domain', id: gid('Domain', shop.id), host: shop.domain, sslEnabled: true, url: `https://${shop.domain}` };
  }

  get createdAt(): string {
    return stateTime(this.#context.world, this.#context.shop.created_at);
  }

  get updatedAt(): string {
    return this.createdAt;
  }

  get plan(): object {
    const plan = this.#context.world.config().shopifyPlan;
    const name = PLAN_NAMES[plan];
    return { displayName: name, publicDisplayName: name, partnerDevelopment: plan === 'development', shopifyPlus: plan === 'plus' };
  }

  get resourceLimits(): object {
    return { locationLimit: 200, maxProductOptions: 3, maxProductVariants: 2048, redirectLimitReached: false };
  }
}

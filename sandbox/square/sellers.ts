import type { Owner } from '../world-api';
import type { JsonObject } from './json';

/** A location of a ready-made seller. */
export interface SellerLocation {
  readonly id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'INACTIVE';
  readonly body: JsonObject;
}

/** Name and kind of the locations of each ready-made seller, in Square's order; the Shop floor page works at the first. */
const PLACES: Readonly<Record<string, readonly (readonly [name: string, type: 'PHYSICAL' | 'MOBILE', open: boolean, street: string])[]>> = {
  demo: [
    ['Market Street', 'PHYSICAL', true, '482 Market Street'],
    ['Weekend market stand', 'MOBILE', true, ''],
    ['Old harbour shop', 'PHYSICAL', false, '7 Harbour Row'],
  ],
  second: [
    ['Second Street', 'PHYSICAL', true, '21 Second Street'],
    ['Station kiosk', 'PHYSICAL', true, '1 Station Square'],
  ],
  operator: [['Test counter', 'PHYSICAL', true, '100 Mission Street']],
};

/** The only location of every further seller. */
const CORNER = [['Corner', 'PHYSICAL', true, '5 Corner Street']] as const;

/** Returns the locations of a ready-made seller. `createdAt` is RFC 3339. */
export function sellerLocations(owner: Owner, createdAt: string): SellerLocation[] {
  return (PLACES[owner.name] ?? CORNER).map(([name, type, open, street], index) => ({
    id: `L${owner.merchant.slice(2)}${String(index + 1).padStart(2, '0')}`,
    name,
    status: open ? 'ACTIVE' : 'INACTIVE',
    body: {
      ...(street === ''
        ? {}
        : {
            address: {
              address_line_1: street,
              locality: 'San Francisco',
              administrative_district_level_1: 'CA',
              postal_code: '94105',
              country: 'US',
            },
          }),
      timezone: 'America/Los_Angeles',
      capabilities: ['CREDIT_CARD_PROCESSING'],
      created_at: createdAt,
      merchant_id: owner.merchant,
      country: 'US',
      language_code: 'en-US',
      currency: 'USD',
      business_name: owner.title,
      type,
    },
  }));
}

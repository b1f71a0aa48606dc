/** A location as its platform lists it. */
export interface LocationRecord {
  /** Shopify: number as text. Square: the location's id. */
  readonly id: string;
  readonly name: string;
  /** False when the platform has closed it: it can be shown, but not paired. */
  readonly active: boolean;
}

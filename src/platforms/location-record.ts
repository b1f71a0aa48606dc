/** A location as its platform lists it. */
export interface LocationRecord {
  /** Shopify: number as text. Square: the location's id. */
  readonly id: string;
  readonly name: string;
  /** False where the platform has closed it: it can be shown, not paired. */
  readonly active: boolean;
}

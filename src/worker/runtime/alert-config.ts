import type { LagBounds } from '../../domain/account/trouble';

/** What of the settings decides over troubles and who hears of them. */
export interface AlertConfig {
  /** Where the page lives: links in what is told begin with it. */
  readonly appOrigin: string;
  /** Where operators are told, by POST; '' for nowhere. */
  readonly alertWebhookUrl: string;
  /** How much later than operators merchants hear of a trouble, ms. */
  readonly merchantAlertAfterMs: number;
  /** From which figures on an account lags. */
  readonly lag: LagBounds;
}

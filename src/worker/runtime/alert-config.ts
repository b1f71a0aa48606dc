import type { LagBounds } from '../../domain/account/health-problem';

/** The settings that decide which health problems raise alerts and who gets them. */
export interface AlertConfig {
  /** The page's origin: links in alerts start with it. */
  readonly appOrigin: string;
  /** Where alerts for operators are sent by POST; '' for nowhere. */
  readonly alertWebhookUrl: string;
  /** How much later than operators merchants get an alert, ms. */
  readonly merchantAlertAfterMs: number;
  /** The figures from which an account counts as lagging. */
  readonly lag: LagBounds;
}

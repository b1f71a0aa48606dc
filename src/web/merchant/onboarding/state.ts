import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { SyncedLocation } from '../../../gen/sh/locations_pb';

/** One step of setting up. */
export interface OnboardingStep {
  readonly key: 'shopify' | 'square' | 'locations' | 'subscription';
  readonly title: string;
  readonly why: string;
  readonly done: boolean;
  /** What stands beside a step that is done. */
  readonly doneWord: 'Connected' | 'Selected' | 'Activated';
  /** What it was done with (the business, the two locations), so that a slip shows; '' while not known. */
  readonly chosen: string;
}

/** The steps in their order: four, or three where nothing is charged. `pair` is null while there is none or it is not known. */
export function onboardingSteps(status: AccountStatus, pair: SyncedLocation | null = null): readonly OnboardingStep[] {
  const steps: OnboardingStep[] = [
    {
      key: 'shopify',
      title: 'Connect Shopify',
      why: 'Lets Shelfbridge read your products and keep your stock right.',
      done: status.shopifyAccess,
      doneWord: 'Connected',
      chosen: status.shopifyName,
    },
    {
      key: 'square',
      title: 'Connect Square',
      why: 'You sign in at Square and allow access to your items and counts.',
      done: status.squareAccess,
      doneWord: 'Connected',
      chosen: status.squareName,
    },
    {
      key: 'locations',
      title: 'Select locations',
      why: 'Choose the one location on each side that shares its stock with the other. No number changes by choosing.',
      done: status.hasMappedLocations,
      doneWord: 'Selected',
      chosen: pair === null ? '' : `${pair.shopifyName} with ${pair.squareName}`,
    },
  ];
  if (status.billingMode === 'none') return steps;
  return [
    ...steps,
    {
      key: 'subscription',
      title: 'Activate your subscription',
      why: '$49.99 every 30 days, after a 14-day trial, with a 60-day money back guarantee. You confirm it at Shopify.',
      done: status.isSubscribed,
      doneWord: 'Activated',
      chosen: '',
    },
  ];
}

/** How many steps are left. */
export function stepsLeft(steps: readonly OnboardingStep[]): number {
  return steps.filter((step) => !step.done).length;
}

/** Said when locations are asked for before both platforms are connected. */
export const NO_ACCESS = "We can't access your locations. Please try again after connecting your Shopify and Square accounts.";

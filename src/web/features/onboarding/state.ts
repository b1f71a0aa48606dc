import type { AccountStatus } from '../../../gen/sh/account_pb';

/** One step of setting up. */
export interface OnboardingStep {
  readonly key: 'shopify' | 'square' | 'locations' | 'subscription';
  readonly title: string;
  readonly why: string;
  readonly done: boolean;
  /** What stands beside a step that is done. */
  readonly doneWord: 'Connected' | 'Selected' | 'Activated';
}

/** The steps in their order: four, or three where nothing is charged. */
export function onboardingSteps(status: AccountStatus): readonly OnboardingStep[] {
  const steps: OnboardingStep[] = [
    {
      key: 'shopify',
      title: 'Connect Shopify',
      why: 'Lets Shelfbridge read your products and keep your stock right.',
      done: status.shopifyAccess,
      doneWord: 'Connected',
    },
    {
      key: 'square',
      title: 'Connect Square',
      why: 'You sign in at Square and allow access to your items and counts.',
      done: status.squareAccess,
      doneWord: 'Connected',
    },
    {
      key: 'locations',
      title: 'Select locations',
      why: 'Choose the one location on each side that shares its stock with the other.',
      done: status.hasMappedLocations,
      doneWord: 'Selected',
    },
  ];
  if (status.billingMode === 'none') return steps;
  return [
    ...steps,
    {
      key: 'subscription',
      title: 'Activate your subscription',
      why: '14-day trial, 60-day money back guarantee.',
      done: status.isSubscribed,
      doneWord: 'Activated',
    },
  ];
}

/** How many steps are left. */
export function stepsLeft(steps: readonly OnboardingStep[]): number {
  return steps.filter((step) => !step.done).length;
}

/** Said when locations are asked for before both platforms are connected. */
export const NO_ACCESS = "We can't access your locations. Please try again after connecting your Shopify and Square accounts.";

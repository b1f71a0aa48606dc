import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { SyncedLocation } from '../../../gen/sh/locations_pb';
import { text } from './onboarding.text';

/** One step of the setup. */
export interface OnboardingStep {
  readonly key: 'shopify' | 'square' | 'locations' | 'subscription';
  readonly isDone: boolean;
  /** What was connected or selected (the business, the two locations), so that a mistake shows; '' while not known. */
  readonly selected: string;
}

/** Returns the steps in order: four, or three where nothing is charged. `pair` is null while there is none or it is not known. */
export function onboardingSteps(status: AccountStatus, pair: SyncedLocation | null = null): readonly OnboardingStep[] {
  const steps: OnboardingStep[] = [
    { key: 'shopify', isDone: status.shopifyAccess, selected: status.shopifyName },
    { key: 'square', isDone: status.squareAccess, selected: status.squareName },
    { key: 'locations', isDone: status.hasMappedLocations, selected: pair === null ? '' : text.pair(pair.shopifyName, pair.squareName) },
  ];
  return status.billingMode === 'none' ? steps : [...steps, { key: 'subscription', isDone: status.isSubscribed, selected: '' }];
}

/** Counts the steps that are left. */
export function stepsLeft(steps: readonly OnboardingStep[]): number {
  return steps.filter((step) => !step.isDone).length;
}

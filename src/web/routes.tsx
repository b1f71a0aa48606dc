import { lazy } from 'react';

import { subscribersOnly } from './features/shell/subscribers-only';

/** Every screen is code of its own, loaded when it is first opened. */
export const SignInPage = lazy(async () => ({ default: (await import('./features/sign-in/sign-in-page')).SignInPage }));
export const OnboardingPage = lazy(async () => ({ default: (await import('./features/onboarding/onboarding-page')).OnboardingPage }));
export const DashboardPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./features/dashboard/dashboard-page')).DashboardPage })),
);
export const InventoryPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./features/inventory/inventory-page')).InventoryPage })),
);
export const IssuesPage = subscribersOnly(lazy(async () => ({ default: (await import('./features/issues/issues-page')).IssuesPage })));
export const LocationsPage = lazy(async () => ({ default: (await import('./features/locations/locations-page')).LocationsPage }));
export const LocationPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./features/locations/location-page')).LocationPage })),
);
export const HistoryPage = subscribersOnly(lazy(async () => ({ default: (await import('./features/history/history-page')).HistoryPage })));
export const SettingsPage = lazy(async () => ({ default: (await import('./features/settings/settings-page')).SettingsPage }));
export const SubscriptionPage = lazy(async () => ({
  default: (await import('./features/subscription/subscription-page')).SubscriptionPage,
}));
export const AccountPage = lazy(async () => ({ default: (await import('./features/account/account-page')).AccountPage }));
export const ConnectionsPage = lazy(async () => ({ default: (await import('./features/connections/connections-page')).ConnectionsPage }));
export const ConnectionPage = lazy(async () => ({ default: (await import('./features/connections/connection-page')).ConnectionPage }));
export const PlatformPage = lazy(async () => ({ default: (await import('./features/platform/platform-page')).PlatformPage }));
export const VerifyAccessPage = lazy(async () => ({
  default: (await import('./features/verify-access/verify-access-page')).VerifyAccessPage,
}));
export const SelfTestPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./features/self-test/self-test-page')).SelfTestPage })),
);
export const HelpPage = lazy(async () => ({ default: (await import('./features/help/help-page')).HelpPage }));
export const PrivacyPage = lazy(async () => ({ default: (await import('./features/legal/privacy-page')).PrivacyPage }));
export const TermsPage = lazy(async () => ({ default: (await import('./features/legal/terms-page')).TermsPage }));
export const OperatorScreens = lazy(async () => ({ default: (await import('./features/operators/operator-screens')).OperatorScreens }));
export const NotFoundPage = lazy(async () => ({ default: (await import('./components/no-such-page')).NoSuchPage }));

import { lazy } from 'react';

import { subscribersOnly } from './shared/shell/subscribers-only';

/** Every page is its own chunk, loaded on first use, except sign-in: only the session shows that it is needed. */
export const OnboardingPage = lazy(async () => ({ default: (await import('./merchant/onboarding/onboarding-page')).OnboardingPage }));
export const DashboardPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./merchant/dashboard/dashboard-page')).DashboardPage })),
);
export const InventoryPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./merchant/inventory/inventory-page')).InventoryPage })),
);
export const IssuesPage = subscribersOnly(lazy(async () => ({ default: (await import('./merchant/issues/issues-page')).IssuesPage })));
export const LocationsPage = lazy(async () => ({ default: (await import('./merchant/locations/locations-page')).LocationsPage }));
export const LocationPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./merchant/locations/location-page')).LocationPage })),
);
export const HistoryPage = subscribersOnly(lazy(async () => ({ default: (await import('./merchant/history/history-page')).HistoryPage })));
export const TimelinePage = subscribersOnly(
  lazy(async () => ({ default: (await import('./merchant/timeline/timeline-page')).TimelinePage })),
);
export const BulkChangesPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./merchant/bulk-changes/bulk-changes-page')).BulkChangesPage })),
);
export const BulkChangePage = subscribersOnly(
  lazy(async () => ({ default: (await import('./merchant/bulk-changes/bulk-change-page')).BulkChangePage })),
);
export const LinkingPage = subscribersOnly(lazy(async () => ({ default: (await import('./merchant/linking/linking-page')).LinkingPage })));
export const SettingsPage = lazy(async () => ({ default: (await import('./merchant/settings/settings-page')).SettingsPage }));
export const SubscriptionPage = lazy(async () => ({
  default: (await import('./merchant/subscription/subscription-page')).SubscriptionPage,
}));
export const AccountPage = lazy(async () => ({ default: (await import('./merchant/settings/account-page')).AccountPage }));
export const ConnectionsPage = lazy(async () => ({ default: (await import('./merchant/connections/connections-page')).ConnectionsPage }));
export const ConnectionPage = lazy(async () => ({ default: (await import('./merchant/connections/connection-page')).ConnectionPage }));
export const PlatformPage = lazy(async () => ({ default: (await import('./merchant/connections/platform-page')).PlatformPage }));
export const VerifyAccessPage = lazy(async () => ({
  default: (await import('./merchant/connections/verify-access-page')).VerifyAccessPage,
}));
export const SelfTestPage = subscribersOnly(
  lazy(async () => ({ default: (await import('./merchant/self-test/self-test-page')).SelfTestPage })),
);
export const HelpPage = lazy(async () => ({ default: (await import('./merchant/help/help-page')).HelpPage }));
export const PrivacyPage = lazy(async () => ({ default: (await import('./merchant/legal/legal-pages')).PrivacyPage }));
export const TermsPage = lazy(async () => ({ default: (await import('./merchant/legal/legal-pages')).TermsPage }));
export const OperatorScreens = lazy(async () => ({ default: (await import('./operator/operator-screens')).OperatorScreens }));
export const NotFoundPage = lazy(async () => ({ default: (await import('./shared/components/not-found-page')).NotFoundPage }));

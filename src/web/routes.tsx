import { lazy } from 'react';

/** Every screen is code of its own, loaded when it is first opened. */
export const SignInPage = lazy(async () => ({ default: (await import('./features/sign-in/sign-in-page')).SignInPage }));
export const OnboardingPage = lazy(async () => ({ default: (await import('./features/onboarding/onboarding-page')).OnboardingPage }));
export const DashboardPage = lazy(async () => ({ default: (await import('./features/dashboard/dashboard-page')).DashboardPage }));
export const InventoryPage = lazy(async () => ({ default: (await import('./features/inventory/inventory-page')).InventoryPage }));
export const LocationsPage = lazy(async () => ({ default: (await import('./features/locations/locations-page')).LocationsPage }));
export const HistoryPage = lazy(async () => ({ default: (await import('./features/history/history-page')).HistoryPage }));
export const SettingsPage = lazy(async () => ({ default: (await import('./features/settings/settings-page')).SettingsPage }));
export const NotFoundPage = lazy(async () => ({ default: (await import('./features/not-found/not-found-page')).NotFoundPage }));

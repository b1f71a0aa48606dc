import { catalog } from '../../shared/messages';

/** The texts of the sign-in page. */
export const text = catalog({
  'en-US': {
    documentTitle: 'Sign in',
    title: 'Sign in to Shelfbridge',
    lead: 'Keep your Shopify and Square stock in sync. A sale on one side updates the other.',
    shopDomain: 'Shop domain',
    shopPlaceholder: 'your-shop',
    shopInvalid: 'Use only letters, digits, and hyphens, as in “your-shop.myshopify.com”.',
    signIn: 'Sign In Via Shopify',
    newHere: 'New to Shelfbridge?',
    install: 'Install it from the Shopify App Store',
    consent: 'You sign in on Shopify, which shows you the permissions that we ask for. Signing in changes nothing in your shop.',
    footer: 'Footer',
    privacy: 'Privacy',
    terms: 'Terms',
  },
});

import { LegalText, type LegalPart } from './legal-text';

const PARTS: readonly LegalPart[] = [
  {
    heading: 'What we read',
    paragraphs: [
      'From Shopify: the shop’s name, domain and mail address, its locations, products, variants and stock levels, and the state of your subscription to Shelfbridge.',
      'From Square: the business’s name, its locations, items, variations and stock counts.',
      'We do not ask for permission to read orders, customers or payments, and hold no data of the people who buy from you.',
    ],
  },
  {
    heading: 'What we keep, and for how long',
    paragraphs: [
      'The catalogue’s ids, names, SKUs, barcodes, prices and stock numbers, as long as the account lives. The history of changes, as long as the account lives. The platforms’ messages about changes, 30 days.',
      'The keys by which the platforms let us in are stored encrypted and forgotten when you disconnect.',
      'A mail address for alerts, if you give one in the settings. It is used for nothing else.',
      'Everything of an account is deleted 30 days after its access has ended, and when Shopify asks us to after the app was removed.',
    ],
  },
  {
    heading: 'Who else sees it',
    paragraphs: [
      'Shelfbridge runs on Cloudflare, which stores and processes the data for us. Shopify and Square see what we send them: stock changes, and what you edit or copy.',
      'Where this installation has them configured, PostHog measures which pages are used, Sentry receives reports of errors in the page, and Crisp carries the support chat, which is told your account’s name, mail address and shop domain. Nobody else is given anything, and nothing is sold.',
    ],
  },
  {
    heading: 'People who help you',
    paragraphs: [
      'Our operators can look at an account to help its owner. The page then shows to them that they act as you, it ends by itself after an hour, and who did it is written into a record that cannot be changed.',
    ],
  },
  {
    heading: 'In your browser',
    paragraphs: [
      'One cookie keeps you signed in; no script can read it. Your choices of colours and tables are kept in the browser alone. Where PostHog is configured, it is given a random name of this browser and your shop’s domain.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'You can ask us what we hold of your account, have it corrected, exported or deleted. Inventory and history can be exported by yourself at any time. Write to the address on the help page.',
    ],
  },
];

/** What is done with data, in plain words. */
export function PrivacyPage() {
  return <LegalText title="Privacy" lead="What Shelfbridge reads, keeps and passes on." parts={PARTS} />;
}

import { LegalText, type LegalPart } from './legal-text';

const PARTS: readonly LegalPart[] = [
  {
    heading: 'The service',
    paragraphs: [
      'Shelfbridge keeps the stock of one Shopify location and one Square location of the same merchant in step. It changes stock counts there, and SKUs, barcodes and products where you ask for it.',
    ],
  },
  {
    heading: 'Your part',
    paragraphs: [
      'You may connect only accounts that are yours or that you act for. Numbers that you set, copy or release here are sent to your platforms as you say. Please look at the preview before you change many at once.',
    ],
  },
  {
    heading: 'Price and payment',
    paragraphs: [
      '$49.99 every 30 days, charged by Shopify. The first 14 days of an account are free of charge. Within 60 days of your first payment you can have it back: write to us.',
      'An installation that charges nothing says so on the subscription page.',
    ],
  },
  {
    heading: 'Ending it',
    paragraphs: [
      'You can cancel at any time on the subscription page. Access and sync continue to the end of the billing cycle. Thirty days after access has ended the account’s data is deleted.',
      'We may end an account that is used to harm others or the platforms, and say so beforehand wherever we can.',
    ],
  },
  {
    heading: 'What we can and cannot promise',
    paragraphs: [
      'Shelfbridge is built so that no change is lost or sent twice, and says openly what it does not know. It depends on Shopify and Square: while they cannot be reached, changes wait. It is no substitute for counting your stock.',
      'As far as the law allows, we answer for no more than what you have paid in the twelve months before.',
    ],
  },
  {
    heading: 'Changes of these terms',
    paragraphs: [
      'When these terms change in a way that matters to you, you are told here at least 30 days before, and can cancel until then.',
    ],
  },
];

/** What merchant and product owe each other. */
export function TermsPage() {
  return <LegalText title="Terms" lead="What you can expect of Shelfbridge, and what it expects of you." parts={PARTS} />;
}

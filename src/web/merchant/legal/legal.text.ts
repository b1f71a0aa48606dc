import { catalog } from '../../shared/messages';

/** A section of a legal text. */
export interface LegalPart {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The privacy page and the terms. */
interface LegalPage {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly LegalPart[];
}

const privacy: LegalPage = {
  title: 'Privacy',
  lead: 'What Shelfbridge reads, stores, and shares.',
  parts: [
    {
      heading: 'What we read',
      paragraphs: [
        'From Shopify: your shop’s name, domain, and email address, its locations, products, variants, and stock levels, and the status of your subscription to Shelfbridge.',
        'From Square: your business’s name, its locations, items, variations, and stock counts.',
        'From Square, only if you choose to show them: the names of your team members, to say in the history who made a change.',
        'From Shopify, only if you choose to show them: your orders, of which we keep nothing but the number and the id, to say in the history which order was behind a change. We delete both when Shopify asks us to on behalf of a customer.',
        'We do not request permission to read customers or payments, and we hold no data about your customers.',
      ],
    },
    {
      heading: 'What we store, and for how long',
      paragraphs: [
        'We store the ids, names, SKUs, barcodes, prices, and stock quantities of your catalog, and the history of changes, for as long as your account exists; of changes older than 400 days, only the sums of each day. We store the platforms’ notifications of changes for 30 days.',
        'We store the platforms’ access keys encrypted, and delete them when you disconnect.',
        'We store an email address for alerts if you enter one in the settings. We use it for nothing else.',
        'We delete all data of an account 30 days after its access ends, and when Shopify asks us to after the app was removed.',
      ],
    },
    {
      heading: 'Who else can see it',
      paragraphs: [
        'Shelfbridge runs on Cloudflare, which stores and processes the data for us. Shopify and Square receive what we send them: stock changes, and what you edit or copy.',
        'If they are set up on this installation, PostHog measures which pages are used, Sentry receives reports of errors in the page, and Crisp provides the support chat and receives your account’s name, email address and shop domain. We share data with no one else, and we sell none.',
      ],
    },
    {
      heading: 'Support access',
      paragraphs: [
        'Our operators can open your account to help you. The page then shows them that they are impersonating you, access ends automatically after an hour, and an audit log that cannot be changed records who opened it.',
      ],
    },
    {
      heading: 'In your browser',
      paragraphs: [
        'One cookie keeps you signed in; scripts cannot read it. Your theme and table choices are stored only in your browser. If PostHog is set up, it receives a random id of this browser and your shop’s domain.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can ask us what we store about your account, and ask us to correct, export, or delete it. You can export your inventory and history yourself at any time. Write to the address on the help page.',
      ],
    },
  ],
};

const terms: LegalPage = {
  title: 'Terms',
  lead: 'What you can expect from Shelfbridge, and what we expect from you.',
  parts: [
    {
      heading: 'The service',
      paragraphs: [
        'Shelfbridge keeps the stock of one Shopify location and one Square location of the same merchant in sync. It changes stock quantities there, and SKUs, barcodes, and products when you ask it to.',
      ],
    },
    {
      heading: 'Your responsibilities',
      paragraphs: [
        'You may connect only accounts that you own or are authorized to manage. We send the quantities that you set, copy, or approve here to your platforms. Check the preview before you change many at once.',
      ],
    },
    {
      heading: 'Price and payment',
      paragraphs: [
        '$49.99 every 30 days, charged by Shopify. The first 14 days of an account are free. We refund your first payment if you write to us within 60 days of it.',
        'If an installation is free, its subscription page says so.',
      ],
    },
    {
      heading: 'Cancellation',
      paragraphs: [
        'You can cancel at any time on the subscription page. Access and sync continue to the end of the billing cycle. We delete the data of the account 30 days after access ends.',
        'We may close an account that is used to harm others or the platforms. We tell you beforehand whenever we can.',
      ],
    },
    {
      heading: 'Reliability and liability',
      paragraphs: [
        'Shelfbridge is built so that no change is lost or sent twice, and it shows when it does not know something. It depends on Shopify and Square: while they do not respond, changes wait. It does not replace counting your stock.',
        'As far as the law allows, our liability is limited to what you paid in the previous twelve months.',
      ],
    },
    {
      heading: 'Changes to these terms',
      paragraphs: [
        'If these terms change in a way that affects you, we announce it here at least 30 days in advance, and you can cancel until then.',
      ],
    },
  ],
};

/** The legal texts. */
export const text = catalog({ 'en-US': { backToSignIn: 'Back to sign-in', privacy, terms } });

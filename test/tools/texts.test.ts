import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { root } from '../../scripts/root';

/**
 * The texts that the merchant's specification quotes, by its parts. What varies appears as {}: each must appear in the page's
 * sources as one whole literal, so that anyone who searches for a text on the screen finds it.
 */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['.myshopify.com', 'Sign In Via Shopify'],
  'top menu and shell': ['Dashboard', 'Locations', 'History', 'Settings', 'Subscription', 'New Site', 'Sign out', 'Loading...'],
  dashboard: [
    'will be deactivated on {}.',
    'has been deactivated and is due for deletion.',
    'You are not subscribed',
    'Onboarding not finished',
    'No Synced Locations',
    'Updated',
    'Created',
    'Taken',
    'Not connected',
    'Account Status',
    'Inventory-tracking disabled',
    'View',
    'Disable',
    'Inventory',
  ],
  inventory: [
    'All',
    'In Sync',
    'Out of Sync',
    'Only in Shopify',
    'Only in Square',
    'Flat / Sortable',
    'Grouped by Product',
    'Product/Variant',
    'Shopify Qty',
    'Status',
    'Square Qty',
    '[missing sku]',
    'Fix',
    'Copy To Shopify',
    '(No Variants)',
    '[No Matching Products]',
    'Showing {} - {}',
    'Prev',
    'Next',
    'Variant Details',
    'Table',
    'Search',
  ],
  issues: [
    'Shopify Variants with',
    'Square Variations with',
    'Missing Skus',
    'Duplicate Skus',
    'Inventory Tracking Disabled',
    'sku',
    'name',
    'variant id',
    'product id',
    'Change SKU',
    'Add SKU',
    'Enable Tracking',
    'None Found',
    'Update Variant SKU',
    'New SKU',
    'Generate Unique SKU',
    'Save',
    'Track Inventory For Variant',
    'Inv. Tracked',
    'Enable Inventory Tracking',
    'Close',
    'Success',
    'Product',
    'Variant',
    'SKU',
    'N/A',
  ],
  history: ['Timestamp', 'Originated By', 'Location', 'Sku', 'Message', '[No recent history]', 'Showing {} - {} of {} items'],
  locations: [
    'Create',
    'Id',
    'Shopify Name',
    'Square Name',
    'Disconnect',
    'No unsynced locations',
    'No Locations',
    'Sync Locations',
    'Cancel',
    'No Shopify & Square Locations To Sync',
    'No Shopify Locations To Sync',
    'No Square Locations To Sync',
    'here',
  ],
  subscription: [
    'Shopify Id',
    'Name',
    'Active',
    'Inactive',
    'Monthly Amount',
    'Next Billing Date',
    'No Current Subscription',
    'Subscribe',
    'Cancel Subscription',
    'Date',
    'Transaction Id',
    'Amount',
    '[No Transactions]',
    'Confirm your subscription',
    'Shopify Payments',
    'Standard',
    'TEST!!',
    '$49.99 every 30 days',
    '14-day trial, 60-day money back guarantee',
    'Authorize on Shopify',
    'Cancel My Subscription',
  ],
  onboarding: [
    '{} left',
    'Connected',
    'Selected',
    'Activated',
    "You're ready to rock!",
    'Chat With Us',
    'Select Locations',
    'No Square locations found',
    'No Shopify locations found',
  ],
  settings: ['Account Name', 'Enforce a Maximum Update Quantity', 'Maximum', 'Set Shopify Barcodes', 'Save Settings', 'Settings saved!'],
  'connections and other pages': [
    'Shopify',
    'Square',
    'Okay',
    'Needs Attention',
    'Details',
    'Needs Refresh',
    'Disconnected',
    'Add Connection',
    '404 not found',
  ],
  'the variant drawer': [
    'missing_sku',
    'shopify_missing',
    'square_missing',
    'inventory_mismatch',
    'Items In Sync',
    'Sync To Shopify',
    'Sync To Square',
    'Copy {} Variant(s)',
    'Copy {} Variants',
    'Save SKU',
    'Save Inventory Count',
    'Continue',
    'variant_wonkiness',
  ],
  'questions and alerts': [
    'You already have 1 synced location, which is the maximum that Shelfbridge supports today.',
    'Are you sure you want to disconnect these locations? If you proceed, Shelfbridge will no longer sync inventory between these Square / Shopify locations.',
    "We can't access your locations. Please try again after connecting your Shopify and Square accounts.",
  ],
  errors: [
    "Uh oh - that didn't work.",
    'There was an error trying to sync this variant. Your error reference # is {}. Please reach out to {} for assistance',
    'or request help via chat',
    'SH-ERR-{}',
    'We encountered an error trying to update the SKU.',
    'We encountered an error trying to enable tracking.',
    'SKU Updated Successfully. This variant has been removed from the list.',
    'Inventory Tracking Enabled',
  ],
  'labels of failed calls': [
    'getting variant detail',
    'setting sku',
    'saving inventory quantity',
    'preparing variants to sync',
    'syncing variant',
    'getting history',
    'saving sku',
    'fetching locations',
    'getting inventory',
    'copying to shopify',
  ],
  // The history's times are composed: test/web/merchant/small-states.test.ts.
  formats: ['MMM DD YYYY', 'YYYY-MM-DD'],
};

/** Normalizes the whitespace of a text as JSX does: lines are trimmed and joined with one space. */
const asShown = (text: string): string => text.replaceAll(/\s*\n\s*/gu, ' ').trim();

/** The literal that an expression is, with {} for what a template or a named placeholder inserts; null for anything else. */
function literalOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return asShown(node.text).replaceAll(/\{\w+\}/gu, '{}');
  if (ts.isJsxText(node)) return asShown(node.text).replaceAll('&amp;', '&');
  if (ts.isTemplateExpression(node)) return asShown(node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join(''));
  return null;
}

/** Every literal of the page's sources, each whole. */
function literals(): Set<string> {
  const found = new Set<string>();
  const folder = join(root, 'src/web');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/u.test(name));
  const visit = (node: ts.Node): void => {
    const literal = literalOf(node);
    if (literal !== null) found.add(literal);
    ts.forEachChild(node, visit);
  };
  for (const name of files) visit(ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

/** A sentence may appear among others; a word or two could appear in any sentence by chance. */
const isSentence = (text: string): boolean => text.endsWith('.') && text.includes(' ');

describe("the texts of the merchant's specification appear in the page's sources as whole literals", () => {
  const standing = literals();

  it.each(Object.entries(TEXTS))('%s', (_part, texts) => {
    const stands = (text: string): boolean =>
      standing.has(text) || (isSentence(text) && [...standing].some((literal) => literal.includes(text)));
    expect(texts.filter((text) => !stands(text))).toEqual([]);
  });
});

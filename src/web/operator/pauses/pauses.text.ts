import { plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the pauses page. `scope` is what a pause stops: 'changes to Square for demo.myshopify.com'. */
export const text = catalog({
  'en-US': {
    title: 'Pauses',
    lead: 'A pause stops every request that changes stock, retries included. We keep counting changes and send them when you resume.',
    active: 'Active pauses',
    failed: 'The pauses could not be loaded.',
    none: 'No active pauses',
    noneHint: 'We send stock changes as they happen.',
    paused: (scope: string) => `Paused: ${scope}`,
    pauseForm: 'Pause changes',
    account: 'Account ID',
    accountHint: 'Leave empty for all customers',
    platform: 'Changes to',
    platforms: { both: 'Both platforms', shopify: 'Shopify', square: 'Square' },
    reason: 'Reason',
    pauseReasonHint: 'Shown to merchants',
    resumeReasonHint: 'Recorded in the audit log',
    pause: 'Pause changes',
    pauseTitle: (scope: string) => `Pause ${scope}?`,
    pauseLead: 'We stop sending stock changes until you resume. Affected merchants see your reason.',
    resume: 'Resume changes',
    resumeTitle: (scope: string) => `Resume ${scope}?`,
    resumeLead:
      'We send the changes that were counted during the pause. More than 50 units of a variant (packs, if one side sells packs), or more than 100 variants of an account, wait for the merchant’s approval first.',
    pauseDone: (scope: string) => `Paused: ${scope}.`,
    resumeDone: (scope: string) => `Resumed: ${scope}.`,
    notNotified: (accounts: number) =>
      `${plural(accounts, 'account', 'accounts')} did not respond and will apply this within a minute. Repeat it to notify ${accounts === 1 ? 'it' : 'them'} now.`,
  },
});

import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

const deadLetters = (count: number) => plural(count, 'dead letter', 'dead letters');
const withCount = (verb: string, selected: number) => (selected === 0 ? verb : `${verb} ${formatCount(selected)}`);

/** The texts of the dead letters page. */
export const text = catalog({
  'en-US': {
    title: 'Dead letters',
    lead: 'Tasks and webhooks that failed every attempt. Replay them to try again, or drop them.',
    processor: 'Processor',
    allProcessors: 'All processors',
    replay: (selected: number) => withCount('Replay', selected),
    drop: (selected: number) => withCount('Drop', selected),
    failed: 'The dead letters could not be loaded.',
    failedSafe: 'Nothing was changed, and no dead letter is lost.',
    none: 'No dead letters',
    noneHint: 'Tasks and webhooks that fail every attempt appear here.',
    count: (shown: number, total: number) => `${formatCount(shown)} of ${deadLetters(total)}`,
    dropTitle: 'Drop dead letters',
    dropQuestion: (count: number) =>
      `Are you sure you want to drop ${deadLetters(count)}? Their work will not be done. You cannot undo this.`,
    dropAction: 'Drop',
    replayed: (done: number, failed: number) => withFailed(`${deadLetters(done)} replayed`, failed),
    dropped: (done: number, failed: number) => withFailed(`${deadLetters(done)} dropped`, failed),
    columns: {
      selected: 'Selected',
      deadLetter: 'Dead letter',
      customer: 'Customer',
      failed: 'Failed',
      attempts: 'Attempts',
    },
    selectAll: 'Select all on this page',
    select: (subject: string, domain: string) => `Select ${subject} of ${domain}`,
    attempts: (attempts: number) => plural(attempts, 'attempt', 'attempts'),
    lastReplayed: 'Last replayed',
    notDone: (problem: string) => `Not done: ${problem}`,
    unknownCustomer: 'Unknown',
  },
});

function withFailed(done: string, failed: number): string {
  return failed === 0 ? `${done}.` : `${done}, ${formatCount(failed)} failed. See each one for the reason.`;
}

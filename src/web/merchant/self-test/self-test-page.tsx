import { LoaderCircle, RefreshCw } from 'lucide-react';
import { Link } from 'wouter';

import { Button, textLink } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { ToneIcon, type Tone } from '../../shared/components/notice';
import { Page, Panel } from '../../shared/components/page';
import { useAccessReport } from '../../shared/state/connections';
import { useInventoryCounts, useIssueCounts } from '../../shared/state/counts';
import { useAtomValue } from '../../shared/state/jotai';
import { useLocations } from '../../shared/state/locations';
import { latest } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import { selfTest, type Check } from './state';

const TONES: Record<Exclude<Check['outcome'], 'waiting'>, { readonly tone: Tone; readonly colour: string; readonly word: string }> = {
  ok: { tone: 'good', colour: 'text-good', word: 'In order' },
  todo: { tone: 'info', colour: 'text-accent', word: 'To know' },
  wrong: { tone: 'warn', colour: 'text-warn', word: 'To mend' },
};

/** Looks at everything that must be right for this account's stock to be kept in step. */
export function SelfTestPage() {
  const access = useAccessReport();
  const locations = useLocations();
  const counts = useInventoryCounts();
  const issues = useIssueCounts();
  const status = latest(useAtomValue(statusAtom));
  const checks = selfTest(
    {
      status,
      access: latest(access.remote),
      locations: latest(locations.remote),
      counts: latest(counts.remote),
      issues: {
        missing: latest(issues.missing.remote),
        duplicate: latest(issues.duplicate.remote),
        disabled: latest(issues.disabled.remote),
      },
    },
    Date.now(),
  );
  const asked = [access, locations, counts, issues.missing, issues.duplicate, issues.disabled];
  const broken = asked
    .map(({ remote }) => (remote.state === 'failed' && remote.last === null ? remote.failure : null))
    .find((failure) => failure !== null);
  const again = () => {
    for (const { reload } of asked) reload();
  };
  return (
    <Page
      width="text"
      title="Self-test"
      lead="Everything that must be right for your stock to be kept in step, as it is now."
      actions={
        <Button busy={access.remote.state === 'loading'} onClick={again} icon={<RefreshCw size={16} aria-hidden="true" />}>
          Test again
        </Button>
      }
    >
      {broken !== undefined ? (
        <Panel>
          <ErrorPanel title="The test could not be finished." failure={broken} onRetry={again} />
        </Panel>
      ) : (
        <>
          <p role="status" className="mb-3 font-medium">
            {verdict(checks)}
          </p>
          <Panel label="Checks">
            <ul className="divide-y divide-line">
              {checks.map((check) => (
                <CheckLine key={check.name} check={check} />
              ))}
            </ul>
          </Panel>
        </>
      )}
    </Page>
  );
}

function verdict(checks: readonly Check[]): string {
  const waiting = checks.filter(({ outcome }) => outcome === 'waiting').length;
  if (waiting > 0) return `Testing: ${checks.length - waiting} of ${checks.length} done.`;
  const wrong = checks.filter(({ outcome }) => outcome === 'wrong').length;
  if (wrong > 0) return wrong === 1 ? 'One thing is to be mended.' : `${wrong} things are to be mended.`;
  const open = checks.filter(({ outcome }) => outcome === 'todo').length;
  if (open === 0) return 'Everything works.';
  return `Everything works. ${open === 1 ? 'One thing is' : `${open} things are`} for you to look at.`;
}

function CheckLine({ check }: { readonly check: Check }) {
  const { name, outcome, found, advice, link } = check;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      {outcome === 'waiting' ? (
        <LoaderCircle size={18} aria-label="Checking" role="img" className="mt-0.5 shrink-0 animate-spin text-faint" />
      ) : (
        <span className={TONES[outcome].colour}>
          <ToneIcon tone={TONES[outcome].tone} />
          <span className="sr-only">{TONES[outcome].word}:</span>
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="break-words text-muted">{found}</p>
        {advice !== '' && <p className="text-sm text-muted">{advice}</p>}
      </div>
      {link !== null && (
        <Link href={link.href} className={textLink}>
          {link.label}
          <span className="sr-only">: {name}</span>
        </Link>
      )}
    </li>
  );
}

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
import { text } from './self-test.text';
import { selfTest, type Check } from './state';

const TONES: Record<Exclude<Check['outcome'], 'waiting'>, { readonly tone: Tone; readonly color: string }> = {
  ok: { tone: 'good', color: 'text-good' },
  todo: { tone: 'info', color: 'text-accent' },
  wrong: { tone: 'warn', color: 'text-warn' },
};

/** Checks everything that the account's stock needs to stay in sync. */
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
  const loads = [access, locations, counts, issues.missing, issues.duplicate, issues.disabled];
  const failure = loads
    .map(({ remote }) => (remote.state === 'failed' && remote.last === null ? remote.failure : null))
    .find((found) => found !== null);
  const runAgain = () => {
    for (const { reload } of loads) reload();
  };
  return (
    <Page
      width="text"
      title={text.title}
      lead={text.lead}
      actions={
        <Button busy={access.remote.state === 'loading'} onClick={runAgain} icon={<RefreshCw size={16} />}>
          {text.runAgain}
        </Button>
      }
    >
      {failure !== undefined ? (
        <Panel>
          <ErrorPanel title={text.failed} failure={failure} onRetry={runAgain} />
        </Panel>
      ) : (
        <>
          <p role="status" className="mb-3 font-medium">
            {verdict(checks)}
          </p>
          <Panel label={text.checks}>
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
  if (waiting > 0) return text.progress(checks.length - waiting, checks.length);
  const wrong = checks.filter(({ outcome }) => outcome === 'wrong').length;
  if (wrong > 0) return text.problems(wrong);
  const todo = checks.filter(({ outcome }) => outcome === 'todo').length;
  return todo === 0 ? text.allWorks : text.review(todo);
}

function CheckLine({ check }: { readonly check: Check }) {
  const { name, outcome, found, advice, link } = check;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      {outcome === 'waiting' ? (
        <LoaderCircle size={18} aria-label={text.checkingIcon} role="img" className="mt-0.5 shrink-0 animate-spin text-faint" />
      ) : (
        <span className={TONES[outcome].color}>
          <ToneIcon tone={TONES[outcome].tone} />
          <span className="sr-only">{text.outcomes[outcome]}:</span>
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

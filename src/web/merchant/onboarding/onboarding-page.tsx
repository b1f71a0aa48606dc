import { ArrowRight, PartyPopper } from 'lucide-react';

import { ButtonLink, textLink } from '../../shared/components/button';
import { LostChargeNotice } from '../../shared/components/lost-charge-notice';
import { OtherWritersNotice } from '../../shared/components/other-writers-notice';
import { Page } from '../../shared/components/page';
import { PageSkeleton } from '../../shared/components/page-skeleton';
import { paths } from '../../shared/paths';
import { sharedText } from '../../shared/shared.text';
import { useChat } from '../../shared/state/chat';
import { useAtomValue } from '../../shared/state/jotai';
import { useLocations } from '../../shared/state/locations';
import { latest } from '../../shared/state/remote';
import { appInfoAtom, isEntitled, isImpersonating, sessionAtom, statusAtom } from '../../shared/state/session';
import { useSubscription } from '../../shared/state/subscription';
import { BeforeYouStart } from './before-you-start';
import { text } from './onboarding.text';
import { onboardingSteps, stepsLeft } from './state';
import { StepRow } from './step-row';

/** Shows the setup: a welcome and the steps, with the number that are left. */
export function OnboardingPage() {
  const status = latest(useAtomValue(statusAtom));
  const session = latest(useAtomValue(sessionAtom));
  const pair = latest(useLocations().remote)?.synced[0] ?? null;
  if (status === null || session === null) return <PageSkeleton />;
  const steps = onboardingSteps(status, pair);
  const left = stepsLeft(steps);
  const current = steps.find((step) => !step.isDone)?.key ?? null;
  return (
    <Page width="text" title={text.welcome} lead={text.lead}>
      {status.hasMappedLocations && steps.some(({ key, isDone }) => key === 'subscription' && !isDone) && !isImpersonating(session) && (
        <LostCharge />
      )}
      <section aria-label={text.setup} className="rounded-lg border border-line bg-surface shadow-card">
        <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3.5">
          <h2 className="font-semibold">{text.setup}</h2>
          <div className="flex items-center gap-3">
            <span aria-hidden="true" className="flex gap-1">
              {steps.map((step) => (
                <span key={step.key} className={`h-1.5 w-6 rounded-full ${step.isDone ? 'bg-accent' : 'bg-line'}`} />
              ))}
            </span>
            <span role="status" className="text-sm font-medium text-muted tabular-nums">
              {text.left(left)}
            </span>
          </div>
        </div>
        <ol className="divide-y divide-line">
          {steps.map((step, index) => (
            <StepRow
              key={step.key}
              step={step}
              number={index + 1}
              current={step.key === current}
              status={status}
              shopDomain={session.shopifyDomain}
              pairId={pair?.id ?? ''}
            />
          ))}
        </ol>
      </section>
      {status.hasMappedLocations && status.squareAccess && (
        <div className="mt-5 empty:hidden">
          <OtherWritersNotice />
        </div>
      )}
      {left === 0 && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-good-soft px-5 py-4">
          <p className="flex items-center gap-3 text-lg font-semibold">
            <PartyPopper size={22} className="text-good" />
            {text.complete}
          </p>
          <ButtonLink href={paths.dashboard} kind="primary">
            {sharedText.goToDashboard}
            <ArrowRight size={16} />
          </ButtonLink>
        </div>
      )}
      {!isEntitled(status, Date.now()) && <BeforeYouStart />}
      <HelpLinks />
    </Page>
  );
}

/** Shows that a charge was declined, which leaves the last step open. */
function LostCharge() {
  return <LostChargeNotice subscription={latest(useSubscription().remote)} />;
}

/** Shows the ways to reach support. */
function HelpLinks() {
  const support = latest(useAtomValue(appInfoAtom))?.supportEmail ?? '';
  const chat = useChat();
  if (support === '' && chat === null) return null;
  return (
    <p className="mt-5 text-sm text-muted">
      {text.help.question}{' '}
      {support !== '' && (
        <a className={textLink} href={`mailto:${support}`}>
          {text.help.email(support)}
        </a>
      )}
      {support !== '' && chat !== null && ` ${text.help.or} `}
      {chat !== null && (
        <button type="button" className={textLink} onClick={chat}>
          {text.help.chat}
        </button>
      )}
    </p>
  );
}

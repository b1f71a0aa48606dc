import { Check } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'wouter';

import type { AccountStatus } from '../../../gen/sh/account_pb';
import { Button, ButtonLink, textLink } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { LazyPart } from '../../shared/components/lazy-part';
import { connectPath, paths } from '../../shared/paths';
import { useToast } from '../../shared/state/calls';
import { isEntitled } from '../../shared/state/session';
import { text } from './onboarding.text';
import type { OnboardingStep } from './state';

const SelectLocationsDialog = lazy(async () => ({ default: (await import('./select-locations-dialog')).SelectLocationsDialog }));
const SubscribeDialog = lazy(async () => ({ default: (await import('../../shared/components/subscribe-dialog')).SubscribeDialog }));

interface StepRowProps {
  readonly step: OnboardingStep;
  readonly number: number;
  /** Whether this is the next step to do; its button is then the primary one. */
  readonly current: boolean;
  readonly status: AccountStatus;
  readonly shopDomain: string;
  /** The id of the present pair of locations; '' while there is none. */
  readonly pairId: string;
}

/** Shows one step of the setup: struck through with its result when done, otherwise with the button that starts it. */
export function StepRow({ step, number, current, status, shopDomain, pairId }: StepRowProps) {
  return (
    <li className={cx('flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4', current && 'bg-accent-soft/50')}>
      <span
        aria-hidden="true"
        className={cx(
          'flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold',
          step.isDone ? 'bg-good-soft text-good' : current ? 'bg-accent text-on-accent' : 'bg-sunken text-muted',
        )}
      >
        {step.isDone ? <Check size={16} /> : number}
      </span>
      <div className={cx('flex-1', !step.isDone && 'min-w-48')}>
        <p className={cx('font-semibold', step.isDone && 'text-muted line-through decoration-line-strong')}>{text.steps[step.key].title}</p>
        {!step.isDone && <p className="text-muted">{text.steps[step.key].why}</p>}
        {step.isDone && step.selected !== '' && (
          <p className="text-sm text-muted">
            <span className="wrap-anywhere">{step.selected}</span> <ChangeLink step={step} status={status} pairId={pairId} />
          </p>
        )}
      </div>
      {step.isDone ? (
        <span className="text-sm font-medium text-good">{text.steps[step.key].done}</span>
      ) : (
        <StepAction step={step} current={current} status={status} shopDomain={shopDomain} />
      )}
    </li>
  );
}

/** Lets the merchant change a finished step here: until the subscription is active, no other page is open. */
function ChangeLink({ step, status, pairId }: Pick<StepRowProps, 'step' | 'status' | 'pairId'>) {
  const [open, setOpen] = useState(false);
  const link = `${textLink} rounded-sm whitespace-nowrap`;
  if (step.key === 'square') {
    return (
      <a className={link} href={connectPath('square', '')}>
        {text.useAnotherAccount}
      </a>
    );
  }
  if (step.key !== 'locations') return null;
  if (isEntitled(status, Date.now())) {
    return (
      <Link className={link} href={paths.locations}>
        {text.changeLocations}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={link} onClick={() => setOpen(true)}>
        {text.changeLocations}
      </button>
      {open && (
        <LazyPart onClose={() => setOpen(false)}>
          <SelectLocationsDialog replacedId={pairId} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

function StepAction({ step, current, status, shopDomain }: Omit<StepRowProps, 'number' | 'pairId'>) {
  const kind = current ? 'primary' : 'secondary';
  switch (step.key) {
    case 'shopify':
    case 'square':
      return (
        <ButtonLink external kind={kind} href={connectPath(step.key, shopDomain)}>
          {text.steps[step.key].title}
        </ButtonLink>
      );
    case 'locations':
      return <SelectLocations kind={kind} allowed={status.shopifyAccess && status.squareAccess} />;
    case 'subscription':
      return <Subscribe kind={kind} />;
  }
}

function SelectLocations({ kind, allowed }: { readonly kind: 'primary' | 'secondary'; readonly allowed: boolean }) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  return (
    <>
      <Button kind={kind} onClick={() => (allowed ? setOpen(true) : toast({ tone: 'warn', text: text.noAccess }))}>
        {text.steps.locations.title}
      </Button>
      {open && (
        <LazyPart onClose={() => setOpen(false)}>
          <SelectLocationsDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

function Subscribe({ kind }: { readonly kind: 'primary' | 'secondary' }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {text.activate}
      </Button>
      {open && (
        <LazyPart onClose={() => setOpen(false)}>
          <SubscribeDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

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
import { NO_ACCESS, type OnboardingStep } from './state';

const SelectLocationsDialog = lazy(async () => ({ default: (await import('./select-locations-dialog')).SelectLocationsDialog }));
const SubscribeDialog = lazy(async () => ({ default: (await import('../../shared/components/subscribe-dialog')).SubscribeDialog }));

interface StepRowProps {
  readonly step: OnboardingStep;
  readonly number: number;
  /** The next thing to do: its button asks for attention. */
  readonly current: boolean;
  readonly status: AccountStatus;
  readonly shopDomain: string;
  /** The present pair of locations; '' while there is none. */
  readonly pairId: string;
}

/** One step of the setup: struck through with its word when done, else with the button that does it. */
export function StepRow({ step, number, current, status, shopDomain, pairId }: StepRowProps) {
  return (
    <li className={cx('flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4', current && 'bg-accent-soft/50')}>
      <span
        aria-hidden="true"
        className={cx(
          'flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-semibold',
          step.done ? 'bg-good-soft text-good' : current ? 'bg-accent text-on-accent' : 'bg-sunken text-muted',
        )}
      >
        {step.done ? <Check size={16} /> : number}
      </span>
      <div className={cx('flex-1', !step.done && 'min-w-48')}>
        <p className={cx('font-semibold', step.done && 'text-muted line-through decoration-line-strong')}>{step.title}</p>
        {!step.done && <p className="text-muted">{step.why}</p>}
        {step.done && step.chosen !== '' && (
          <p className="text-sm text-muted">
            <span className="wrap-anywhere">{step.chosen}</span> <OtherChoice step={step} status={status} pairId={pairId} />
          </p>
        )}
      </div>
      {step.done ? (
        <span className="text-sm font-medium text-good">{step.doneWord}</span>
      ) : (
        <StepAction step={step} current={current} status={status} shopDomain={shopDomain} />
      )}
    </li>
  );
}

/** A slip in a step can be put right here: until the subscription is active no other page is open. */
function OtherChoice({ step, status, pairId }: Pick<StepRowProps, 'step' | 'status' | 'pairId'>) {
  const [open, setOpen] = useState(false);
  const link = `${textLink} rounded-sm whitespace-nowrap`;
  if (step.key === 'square') {
    return (
      <a className={link} href={connectPath('square', '')}>
        Use another account
      </a>
    );
  }
  if (step.key !== 'locations') return null;
  if (isEntitled(status, Date.now())) {
    return (
      <Link className={link} href={paths.locations}>
        Choose others
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={link} onClick={() => setOpen(true)}>
        Choose others
      </button>
      {open && (
        <LazyPart onClose={() => setOpen(false)}>
          <SelectLocationsDialog replaced={pairId} onClose={() => setOpen(false)} />
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
          {step.title}
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
      <Button kind={kind} onClick={() => (allowed ? setOpen(true) : toast({ tone: 'warn', text: NO_ACCESS }))}>
        Select locations
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
        Activate
      </Button>
      {open && (
        <LazyPart onClose={() => setOpen(false)}>
          <SubscribeDialog onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}

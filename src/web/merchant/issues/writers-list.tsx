import { CircleCheck } from 'lucide-react';
import { lazy, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';

import type { WriterCase } from '../../../gen/sh/issues_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Chip } from '../../shared/components/chip';
import { cx } from '../../shared/components/class-names';
import { EmptyState } from '../../shared/components/empty-state';
import { LazyPart } from '../../shared/components/lazy-part';
import { Notice } from '../../shared/components/notice';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { WriterCaseFacts, WriterCaseQuantities } from '../../shared/components/writer-case-facts';
import { historyPath } from '../../shared/paths';
import { formatAgo } from '../../shared/relative-time';
import { useToast } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { variantName } from '../../shared/variant-names';
import { happenedText } from '../../shared/writer-case';
import { writerCasesText } from '../../shared/writer-cases.text';
import { LIST_LIMIT } from './issues-query';
import { issuesText } from './issues.text';
import { writersAtom } from './state';
import { useResolveCase, type CaseDecision, type CaseResolution } from './use-resolve-case';
import { writersText as text } from './writer-cases.text';

const ReconcileDialog = lazy(async () => ({ default: (await import('./reconcile-dialog')).ReconcileDialog }));
const TrustDialog = lazy(async () => ({ default: (await import('./trust-dialog')).TrustDialog }));

type Asked = { readonly about: WriterCase; readonly action: 'reconcile' | 'trust' };

/** Lists variants whose stock another app changes as well, those on hold first, with what the merchant can do about each. */
export function WritersList() {
  const loaded = useLoad({
    atom: writersAtom,
    key: 'all',
    label: 'getting variants that another app changes',
    make: (api, options) => api.issues.getWriterCases({ limit: LIST_LIMIT, variantId: '' }, options),
    live: true,
  });
  const resolution = useResolveCase(loaded.reload);
  const toast = useToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = latest(loaded.remote);
  const heading = useRef<HTMLHeadingElement>(null);
  const hasDecided = useRef(false);
  const marked = useMarked(list?.cases ?? []);

  const ask = (about: WriterCase, action: Asked['action']): void => {
    resolution.forget();
    setAsked({ about, action });
  };
  const close = (): void => {
    resolution.forget();
    setAsked(null);
  };
  const decide = async (one: WriterCase, decision: CaseDecision, done: string): Promise<void> => {
    if ((await resolution.resolve(one, decision)) !== null) return;
    hasDecided.current = true;
    toast({ tone: 'good', text: done });
    setAsked(null);
  };
  // The row that was decided about leaves the list, with the button that had the focus.
  useEffect(() => {
    if (hasDecided.current && document.activeElement === document.body) heading.current?.focus();
  }, [list]);
  return (
    <>
      {list?.allOnHold === true && (
        <div className="mb-4">
          <Notice tone="bad" title={writerCasesText.allOnHold}>
            {writerCasesText.allOnHoldText}
          </Notice>
        </div>
      )}
      <section aria-labelledby="issues-heading" className="rounded-lg border border-line bg-surface shadow-card">
        <div className="border-b border-line px-4 py-3.5">
          <h2 id="issues-heading" ref={heading} tabIndex={-1} className="text-lg font-semibold">
            {text.name}
          </h2>
          <p className="mt-0.5 max-w-prose text-muted">
            {text.explanation}
            {list !== null && list.held > 0 && ` ${text.whatToDo}`}
          </p>
        </div>
        {list === null ? (
          <Unloaded loaded={loaded} title={issuesText.loadFailed} rows={4} />
        ) : list.cases.length === 0 ? (
          <EmptyState icon={CircleCheck} title={issuesText.empty}>
            {text.none}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {list.cases.map((one) => (
              <Case
                key={one.id}
                one={one}
                isMarked={one.id === marked}
                resolution={resolution}
                isAsked={asked?.about.id === one.id}
                onAsk={(action) => ask(one, action)}
                onDismiss={() => decide(one, { action: 'dismiss' }, text.dismissed)}
              />
            ))}
          </ul>
        )}
        {list !== null && list.total > list.cases.length && list.cases.length > 0 && (
          <p className="px-4 py-3 text-sm text-muted">{text.more(list.cases.length, list.total)}</p>
        )}
      </section>
      {asked !== null && (
        <LazyPart onClose={close}>
          {asked.action === 'reconcile' ? (
            <ReconcileDialog
              one={asked.about}
              resolution={resolution}
              onClose={close}
              onSet={(quantity) => decide(asked.about, { action: 'reconcile', quantity }, text.reconciling.saved(quantity))}
            />
          ) : (
            <TrustDialog
              one={asked.about}
              resolution={resolution}
              onClose={close}
              allOnHold={list?.allOnHold === true}
              onTrust={() => decide(asked.about, { action: 'trust' }, text.trusting.done)}
            />
          )}
        </LazyPart>
      )}
    </>
  );
}

/** Returns the ID of the case that the address asks for, by its variant; '' when it is not listed. */
function useMarked(cases: readonly WriterCase[]): string {
  const [params] = useSearchParams();
  const variantId = params.get('variant') ?? '';
  return variantId === '' ? '' : (cases.find((one) => one.variantId === variantId)?.id ?? '');
}

interface CaseProps {
  readonly one: WriterCase;
  /** The address asks for this case: it is scrolled into view and marked. */
  readonly isMarked: boolean;
  readonly resolution: CaseResolution;
  /** A dialog about this case is open, which shows failures itself. */
  readonly isAsked: boolean;
  readonly onAsk: (action: Asked['action']) => void;
  readonly onDismiss: () => Promise<void>;
}

function Case({ one, isMarked, resolution: { busy, failed }, isAsked, onAsk, onDismiss }: CaseProps) {
  const { id, since, sku, productName, variantName: name } = one;
  const title = variantName(productName, name) || sku;
  const isHeld = one.state === 'held';
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  return (
    <li ref={row} className={cx('grid gap-2 px-4 py-3', isMarked && 'bg-accent-soft')} aria-current={isMarked || undefined} data-case={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">
          {title} <span className="font-mono text-xs font-normal text-muted">{sku}</span>{' '}
          <Chip tone={isHeld ? 'bad' : 'warn'}>{isHeld ? text.held : text.suspected}</Chip>
        </span>
        <span className="text-sm text-muted">
          <When at={since}>{formatAgo(Date.parse(since), Date.now())}</When>
        </span>
      </div>
      <p className={cx('max-w-prose font-medium wrap-anywhere', isHeld ? 'text-bad' : 'text-warn')}>{happenedText(one)}</p>
      <WriterCaseQuantities label={writerCasesText.quantities} of={one} />
      <WriterCaseFacts one={one} />
      <div className="flex flex-wrap gap-2">
        {isHeld && (
          <>
            <Act label={text.reconcile} {...{ title, busy }} onClick={() => onAsk('reconcile')} />
            <Act label={text.trust} {...{ title, busy }} onClick={() => onAsk('trust')} />
          </>
        )}
        <ButtonLink size="sm" href={historyPath(sku)}>
          {text.history}
          <span className="sr-only">{`: ${title}`}</span>
        </ButtonLink>
        {!isHeld && <Act label={text.dismiss} {...{ title, busy }} isBusy={busy === id} quiet onClick={onDismiss} />}
      </div>
      {failed?.id === id && !isAsked && (
        <p role="alert" className="text-sm text-bad wrap-anywhere">
          {text.failed} {failed.text}
        </p>
      )}
    </li>
  );
}

interface ActProps {
  readonly label: string;
  readonly title: string;
  readonly busy: string | null;
  readonly isBusy?: boolean;
  readonly quiet?: boolean;
  readonly onClick: () => void;
}

function Act({ label, title, busy, isBusy = false, quiet = false, onClick }: ActProps) {
  return (
    <Button
      size="sm"
      kind={quiet ? 'quiet' : 'secondary'}
      busy={isBusy}
      aria-disabled={busy !== null}
      aria-label={text.act(label, title)}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

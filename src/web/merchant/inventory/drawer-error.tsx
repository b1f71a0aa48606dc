import { Fragment, useEffect, useMemo, type ReactNode } from 'react';

import { Button, textLink } from '../../shared/components/button';
import { localReference, type Failure } from '../../shared/rpc/failure';
import { useChat } from '../../shared/state/chat';
import { useAtomValue } from '../../shared/state/jotai';
import { logFailure } from '../../shared/state/log';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';

const TROUBLE =
  'There was an error trying to sync this variant. Your error reference # is {ref}. Please reach out to {support} for assistance';

/** A call of the drawer that failed. */
export interface DrawerProblem {
  /** What was being done, for the log. */
  readonly label: string;
  readonly failure: Failure;
  /** Whether it could have changed something. */
  readonly writes: boolean;
}

/** The drawer's own error, with the reference that the support asks for; the log ties it to the server's. */
export function DrawerError({ problem, onContinue }: { readonly problem: DrawerProblem; readonly onContinue: () => void }) {
  const { label, failure } = problem;
  const support = latest(useAtomValue(appInfoAtom))?.supportEmail ?? '';
  const chat = useChat();
  const reference = useMemo(() => (failure.reference.startsWith('SH-ERR-') ? failure.reference : localReference(Date.now())), [failure]);
  useEffect(() => {
    if (reference !== failure.reference) logFailure(`${label} (${reference})`, failure);
  }, [label, reference, failure]);
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      <p className="text-lg font-semibold">Uh oh - that didn't work.</p>
      <p className="max-w-md text-muted">
        {fillIn(TROUBLE, {
          ref: <span className="font-mono whitespace-nowrap select-all">{reference}</span>,
          support: support === '' ? 'support' : <a href={`mailto:${support}`}>{support}</a>,
        })}
        {chat !== null && (
          <>
            {' '}
            <button type="button" className={textLink} onClick={chat}>
              or request help via chat
            </button>
          </>
        )}
      </p>
      <p className="mt-2 max-w-md rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">{failure.message}</p>
      <p className="max-w-md text-sm text-faint">{safety(problem)}</p>
      <div className="mt-3">
        <Button onClick={onContinue}>Continue</Button>
      </div>
    </div>
  );
}

/** A text with something in the place of each {name}. */
function fillIn(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/u).map((piece, index) => <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>);
}

/** What is safe all the same. */
function safety({ failure, writes }: DrawerProblem): string {
  if (!writes) return 'Nothing was changed on either platform.';
  return failure.code === 'invalid_argument' || failure.code === 'permission_denied'
    ? 'Nothing was changed on either platform.'
    : 'Continue to see how the variant stands now. No stock is lost.';
}

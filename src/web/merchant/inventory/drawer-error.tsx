import { useEffect, useMemo } from 'react';

import { Button, textLink } from '../../shared/components/button';
import { localReference, type Failure } from '../../shared/rpc/failure';
import { useChat } from '../../shared/state/chat';
import { useAtomValue } from '../../shared/state/jotai';
import { logFailure } from '../../shared/state/log';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';
import { fillIn } from './fill-in';
import { variantText } from './variant.text';

const text = variantText.error;

/** A call of the drawer that failed. */
export interface FailedCall {
  /** The call, for the log. */
  readonly label: string;
  readonly failure: Failure;
  /** Whether the call could have changed something. */
  readonly writes: boolean;
}

/** Shows a failed call with a reference for support. The log links this reference to the server's. */
export function DrawerError({ failed, onContinue }: { readonly failed: FailedCall; readonly onContinue: () => void }) {
  const { label, failure } = failed;
  const support = latest(useAtomValue(appInfoAtom))?.supportEmail ?? '';
  const chat = useChat();
  const reference = useMemo(() => (failure.reference.startsWith('SH-ERR-') ? failure.reference : localReference(Date.now())), [failure]);
  useEffect(() => {
    if (reference !== failure.reference) logFailure(`${label} (${reference})`, failure);
  }, [label, reference, failure]);
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      <p className="text-lg font-semibold">{text.title}</p>
      <p className="max-w-md text-muted">
        {fillIn(text.explained, {
          ref: <span className="font-mono whitespace-nowrap select-all">{reference}</span>,
          support: support === '' ? text.support : <a href={`mailto:${support}`}>{support}</a>,
        })}
        {chat !== null && (
          <>
            {' '}
            <button type="button" className={textLink} onClick={chat}>
              {text.chat}
            </button>
          </>
        )}
      </p>
      <p className="mt-2 max-w-md rounded-md bg-sunken px-3 py-2 text-sm wrap-anywhere">{failure.message}</p>
      <p className="max-w-md text-sm text-faint">{safetyText(failed)}</p>
      <div className="mt-3">
        <Button onClick={onContinue}>{text.continue}</Button>
      </div>
    </div>
  );
}

/** What the failure means for stock. */
function safetyText({ failure, writes }: FailedCall): string {
  const unchanged = !writes || failure.code === 'invalid_argument' || failure.code === 'permission_denied';
  return unchanged ? text.unchanged : text.mayHaveChanged;
}

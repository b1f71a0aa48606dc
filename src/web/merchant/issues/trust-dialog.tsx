import type { WriterCase } from '../../../gen/sh/issues_pb';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { Notice } from '../../shared/components/notice';
import { appNameOf } from '../../shared/writer-case';
import type { CaseResolution } from './use-resolve-case';
import { writersText } from './writer-cases.text';

const text = writersText.trusting;

interface TrustDialogProps {
  readonly one: WriterCase;
  readonly resolution: CaseResolution;
  /** Nothing is written to any variant. */
  readonly allOnHold: boolean;
  readonly onTrust: () => Promise<void>;
  readonly onClose: () => void;
}

/** Says what follows when another app's changes are real, and asks for confirmation. */
export function TrustDialog({ one, resolution: { busy, failed }, allOnHold, onTrust, onClose }: TrustDialogProps) {
  const name = appNameOf(one);
  const app = name === '' ? text.thisApp : name;
  // Square's history knows an app by its ID where it has no name.
  const isKnown = name !== '' || one.appId !== '';
  return (
    <ConfirmDialog
      title={text.title}
      question={text.question(app)}
      action={text.confirm}
      cancel={writersText.keep}
      danger
      busy={busy === one.id}
      onConfirm={() => void onTrust()}
      onClose={onClose}
    >
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 wrap-anywhere">
        <li>{isKnown ? text.sentAll(app) : text.sent}</li>
        <li>{text.noTest}</li>
        {isKnown && <li>{text.noTestOfApp(app)}</li>}
        {allOnHold && <li>{text.othersResume}</li>}
        <li>{text.risk}</li>
      </ul>
      {failed?.id === one.id && (
        <div className="mt-4">
          <Notice tone="bad" title={writersText.failed}>
            {failed.text}
          </Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}

import { sharedText } from '../shared.text';
import { Button } from './button';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  readonly title: string;
  readonly question: string;
  /** Label of the confirm button: a verb. */
  readonly action: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A dialog that asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog({ title, question, action, danger = false, busy = false, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      lead={question}
      footer={
        <>
          <Button onClick={onClose}>{sharedText.cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}

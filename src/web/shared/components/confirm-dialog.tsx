import { Button } from './button';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  readonly title: string;
  readonly question: string;
  /** What the acting button says: a verb. */
  readonly action: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that is not easily undone. */
export function ConfirmDialog({ title, question, action, danger = false, busy = false, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      lead={question}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}

import type { ReactNode } from 'react';

import { sharedText } from '../shared.text';
import { Button } from './button';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  readonly title: string;
  readonly question?: ReactNode;
  readonly children?: ReactNode;
  /** Label of the confirm button: a verb. */
  readonly action: string;
  /** Label of the button that changes nothing. */
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A dialog that asks for confirmation of an action that is hard to undo, or for what it needs. */
export function ConfirmDialog({
  title,
  question,
  children,
  action,
  cancel = sharedText.cancel,
  danger = false,
  busy = false,
  disabled = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      lead={question}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';

interface IdFormProps {
  readonly label: string;
  readonly hint: string;
  /** What is looked up now; '' when nothing is. */
  readonly value: string;
  readonly busy: boolean;
  readonly onGo: (id: string) => void;
}

/** A box for a platform's id, and the button that looks it up. */
export function IdForm({ label, hint, value, busy, onGo }: IdFormProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // Another id came by the address (back button, a link): the box follows.
    setKnown(value);
    setTyped(value);
  }
  const id = typed.trim();
  return (
    <form
      className="flex items-start gap-2 px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== '' && !busy) onGo(id);
      }}
    >
      <div className="min-w-0 max-w-md flex-1">
        <TextField
          label={label}
          hint={hint}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={255}
        />
      </div>
      <div className="pt-[1.875rem]">
        <Button kind="primary" type="submit" busy={busy} disabled={id === ''}>
          Go
        </Button>
      </div>
    </form>
  );
}

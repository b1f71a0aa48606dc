import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { text } from './new-site.text';

interface IdFormProps {
  readonly label: string;
  readonly hint: string;
  /** The current id; '' when there is none. */
  readonly value: string;
  readonly busy: boolean;
  readonly onGo: (id: string) => void;
}

/** Shows a field for a platform's id and the button that looks it up. */
export function IdForm({ label, hint, value, busy, onGo }: IdFormProps) {
  const [typed, setTyped] = useState(value);
  const [previous, setPrevious] = useState(value);
  if (previous !== value) {
    // The id in the URL changed (Back button, a link), so the field shows it.
    setPrevious(value);
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
          {text.lookup.go}
        </Button>
      </div>
    </form>
  );
}

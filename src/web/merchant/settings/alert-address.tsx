import { TextField } from '../../shared/components/field';
import { Panel } from '../../shared/components/page';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';

interface AlertAddressProps {
  readonly value: string;
  /** Why it cannot be saved; '' when it can. */
  readonly problem: string;
  readonly onChange: (address: string) => void;
}

/** Where trouble is told of, and what counts as trouble. */
export function AlertAddress({ value, problem, onChange }: AlertAddressProps) {
  const info = latest(useAtomValue(appInfoAtom));
  return (
    <Panel title="Alerts">
      <div className="flex flex-col gap-3 p-4">
        <div className="max-w-md">
          <TextField
            label="Mail address for alerts"
            type="email"
            autoComplete="email"
            inputMode="email"
            spellCheck={false}
            value={value}
            error={problem}
            hint="Leave it empty for no mail."
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <p className="max-w-prose text-sm text-muted">
          One mail is sent when something needs you and does not mend itself within some minutes: a platform no longer lets Shelfbridge in,
          your stock is not kept in step, a platform refuses a change, a variant is on hold, or a reading waits for your word. It says what
          is wrong, what is safe, and where to mend it; another says when it is over. The address is used for nothing else.
        </p>
        {info !== null && (
          <p className="max-w-prose text-sm text-muted">
            {info.alertSender === ''
              ? 'This installation of Shelfbridge sends no mail yet: the address is kept until it does. Trouble is shown on the dashboard all the same.'
              : `The mail comes from ${info.alertSender}.`}
          </p>
        )}
      </div>
    </Panel>
  );
}

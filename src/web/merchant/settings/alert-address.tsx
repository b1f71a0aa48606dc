import { TextField } from '../../shared/components/field';
import { Panel } from '../../shared/components/page';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { appInfoAtom } from '../../shared/state/session';
import { text as settingsText } from './settings.text';

const text = settingsText.alerts;

interface AlertAddressProps {
  readonly value: string;
  /** Why the address is invalid; '' when it is valid. */
  readonly problem: string;
  readonly onChange: (address: string) => void;
}

/** The email address for alerts, with an explanation of what triggers them. */
export function AlertAddress({ value, problem, onChange }: AlertAddressProps) {
  const info = latest(useAtomValue(appInfoAtom));
  return (
    <Panel title={text.title}>
      <div className="flex flex-col gap-3 p-4">
        <div className="max-w-md">
          <TextField
            label={text.address}
            type="email"
            autoComplete="email"
            inputMode="email"
            spellCheck={false}
            value={value}
            error={problem}
            hint={text.hint}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <p className="max-w-prose text-sm text-muted">{text.about}</p>
        {info !== null && (
          <p className="max-w-prose text-sm text-muted">{info.alertSender === '' ? text.noSender : text.sender(info.alertSender)}</p>
        )}
      </div>
    </Panel>
  );
}

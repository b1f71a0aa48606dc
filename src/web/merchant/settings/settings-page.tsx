import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { AccountSettings } from '../../../gen/sh/account_pb';
import { Button } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { Page, Panel } from '../../shared/components/page';
import { Toggle } from '../../shared/components/toggle';
import { Unloaded } from '../../shared/components/unloaded';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { AlertAddress } from './alert-address';
import { text } from './settings.text';
import { addressProblem, maximumProblem, nameProblem, NAME_LIMIT, SAVED_MESSAGE_MS, settingsAtom } from './state';
import { useDraft } from './use-draft';
import { useSaveSettings } from './use-save-settings';

/** Shows and saves the account name, the sync rules and the alert address. */
export function SettingsPage() {
  const loaded = useLoad({
    atom: settingsAtom,
    key: 'all',
    label: 'getting account settings',
    make: (api, options) => api.account.getAccountSettings({}, options),
  });
  const saved = latest(loaded.remote);
  return (
    <Page width="text" title={text.title} lead={text.lead}>
      {loaded.remote.state === 'ready' && saved !== null ? (
        <Form saved={saved} />
      ) : (
        <Panel>
          <Unloaded loaded={loaded} title={text.loadFailed} rows={5} height="h-16" />
        </Panel>
      )}
    </Page>
  );
}

interface FormProps {
  readonly saved: AccountSettings;
}

function Form({ saved }: FormProps) {
  const { form, setForm, read, edited, restart } = useDraft(saved);
  const [showSaved, setShowSaved] = useState(false);
  const { save, saving, refused } = useSaveSettings(read);
  const problems = { name: nameProblem(form), maximum: maximumProblem(form), address: addressProblem(form) };

  useEffect(() => {
    if (!showSaved) return undefined;
    const timer = window.setTimeout(() => setShowSaved(false), SAVED_MESSAGE_MS);
    return () => window.clearTimeout(timer);
  }, [showSaved]);

  const submit = async () => {
    const settings = await save(form);
    if (settings === null) return;
    restart(form, settings);
    setShowSaved(true);
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        return submit();
      }}
    >
      <Panel>
        <div className="max-w-md p-4">
          <TextField
            label={text.accountName}
            value={form.accountName}
            maxLength={NAME_LIMIT}
            error={problems.name}
            hint={text.accountNameHint}
            onChange={(event) => setForm({ ...form, accountName: event.target.value })}
          />
        </div>
      </Panel>
      <Panel title={text.sync}>
        <div className="divide-y divide-line [&>div]:p-4">
          <div>
            <Toggle
              label={text.autoSync}
              hint={text.autoSyncHint}
              checked={form.autoSync}
              onChange={(autoSync) => setForm({ ...form, autoSync })}
            />
          </div>
          <div>
            <Toggle
              label={text.enforceMaximum}
              hint={text.enforceMaximumHint}
              checked={form.applyMaxQuantity}
              onChange={(applyMaxQuantity) => setForm({ ...form, applyMaxQuantity })}
            />
            <div className="mt-4 w-72 max-w-full">
              <TextField
                label={text.maximum}
                type="number"
                inputMode="numeric"
                min={1}
                step={1}
                value={form.maximum}
                disabled={!form.applyMaxQuantity}
                error={problems.maximum}
                onChange={(event) => setForm({ ...form, maximum: event.target.value })}
              />
            </div>
          </div>
          <div>
            <Toggle
              label={text.setBarcodes}
              hint={text.setBarcodesHint}
              checked={form.setBarcode}
              onChange={(setBarcode) => setForm({ ...form, setBarcode })}
            />
          </div>
        </div>
      </Panel>
      <AlertAddress
        value={form.alertAddress}
        problem={problems.address === '' && form.alertAddress === refused.address ? refused.why : problems.address}
        onChange={(alertAddress) => setForm({ ...form, alertAddress })}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button kind="primary" type="submit" busy={saving} disabled={Object.values(problems).some((problem) => problem !== '')}>
          {text.save}
        </Button>
        <p role="status" className="flex items-center gap-1.5 font-medium text-good">
          {showSaved && (
            <>
              <Check size={16} />
              {text.saved}
            </>
          )}
        </p>
        {edited && (
          <p className="flex items-center gap-3 text-muted">
            {text.unsaved}
            <Button kind="quiet" disabled={saving} onClick={() => restart(form, saved)}>
              {text.discard}
            </Button>
          </p>
        )}
      </div>
    </form>
  );
}

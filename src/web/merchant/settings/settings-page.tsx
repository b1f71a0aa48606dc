import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { AccountSettings } from '../../../gen/sh/account_pb';
import { Button } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { TextField } from '../../shared/components/field';
import { Page, Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { Toggle } from '../../shared/components/toggle';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { AlertAddress } from './alert-address';
import { addressProblem, maximumProblem, nameProblem, NAME_LIMIT, SAVED_MESSAGE_MS, settingsAtom } from './state';
import { useDraft } from './use-draft';
import { useSaveSettings } from './use-save-settings';

/** The account's name and the rules by which stock is sent. */
export function SettingsPage() {
  const loaded = useLoad({
    atom: settingsAtom,
    key: 'all',
    label: 'getting account settings',
    make: (api, options) => api.account.getAccountSettings({}, options),
  });
  const saved = latest(loaded.remote);
  return (
    <Page width="text" title="Settings" lead="Rules for how Shelfbridge keeps your stock in step.">
      {loaded.remote.state === 'ready' && saved !== null ? (
        <Form saved={saved} />
      ) : (
        <Panel>
          {loaded.remote.state === 'failed' ? (
            <ErrorPanel title="Your settings could not be loaded." failure={loaded.remote.failure} onRetry={loaded.reload} />
          ) : (
            <SkeletonRows rows={5} height="h-16" />
          )}
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
  const [shownSaved, setShownSaved] = useState(false);
  const { save, saving, refused } = useSaveSettings(read);
  const problems = { name: nameProblem(form), maximum: maximumProblem(form), address: addressProblem(form) };

  useEffect(() => {
    if (!shownSaved) return undefined;
    const timer = window.setTimeout(() => setShownSaved(false), SAVED_MESSAGE_MS);
    return () => window.clearTimeout(timer);
  }, [shownSaved]);

  const submit = async () => {
    const settings = await save(form);
    if (settings === null) return;
    restart(form, settings);
    setShownSaved(true);
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
            label="Account Name"
            value={form.accountName}
            maxLength={NAME_LIMIT}
            error={problems.name}
            hint="Shown at the top of every page."
            onChange={(event) => setForm({ ...form, accountName: event.target.value })}
          />
        </div>
      </Panel>
      <Panel title="Keeping stock in step">
        <div className="divide-y divide-line [&>div]:p-4">
          <div>
            <Toggle
              label="Auto-sync"
              hint="Sends each change of stock to the other platform. While it is off, changes are counted, and what is owed is sent when you turn it on again."
              checked={form.autoSync}
              onChange={(autoSync) => setForm({ ...form, autoSync })}
            />
          </div>
          <div>
            <Toggle
              label="Enforce a Maximum Update Quantity"
              hint="A change larger than the maximum is not sent. It is written to your history, and waits until you send or drop it. A brake against mistakes such as a mistyped count."
              checked={form.applyMaxQuantity}
              onChange={(applyMaxQuantity) => setForm({ ...form, applyMaxQuantity })}
            />
            <div className="mt-4 w-72 max-w-full">
              <TextField
                label="Maximum"
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
              label="Set Shopify Barcodes"
              hint="When a SKU is added to a variant, its barcode on Shopify is set to the same text."
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
          Save Settings
        </Button>
        <p role="status" className="flex items-center gap-1.5 font-medium text-good">
          {shownSaved && (
            <>
              <Check size={16} aria-hidden="true" />
              Settings saved!
            </>
          )}
        </p>
        {edited && (
          <p className="flex items-center gap-3 text-muted">
            You have unsaved changes.
            <Button kind="quiet" disabled={saving} onClick={() => restart(form, saved)}>
              Discard
            </Button>
          </p>
        )}
      </div>
    </form>
  );
}

import { Play } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import type { OperatorWritePause } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { Choice, type Option } from '../../shared/components/choice';
import { Dialog } from '../../shared/components/dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { TextField } from '../../shared/components/field';
import { Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { formatHistoryTime } from '../../shared/dates';
import { latest } from '../../shared/state/remote';
import { pausedText, useWritePauses } from '../../shared/state/write-pauses';
import { OperatorPage } from '../operator-page';
import { useSwitch, type Switch } from './use-switch';

const SIDES: readonly Option<'both' | 'shopify' | 'square'>[] = [
  { value: 'both', label: 'Both platforms' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'square', label: 'Square' },
];

/** The switch for all requests that change stock: what is paused, and what to pause. */
export function PausesPage() {
  const loaded = useWritePauses();
  const turning = useSwitch(loaded.reload);
  const [ending, setEnding] = useState<OperatorWritePause | null>(null);
  const list = latest(loaded.remote);
  return (
    <OperatorPage
      title="Pauses"
      lead="A pause stops every request that changes stock, repeats included. Changes are counted meanwhile, and sent when it ends."
    >
      <div className="flex flex-col gap-5">
        <PauseForm turning={turning} />
        <Panel title="In force">
          {list === null ? (
            loaded.remote.state === 'failed' ? (
              <ErrorPanel
                title="The pauses could not be loaded."
                safe="Nothing was changed."
                failure={loaded.remote.failure}
                onRetry={loaded.reload}
              />
            ) : (
              <SkeletonRows rows={2} height="h-14" />
            )
          ) : list.pauses.length === 0 ? (
            <EmptyState icon={<Play size={22} aria-hidden="true" />} title="Nothing is paused">
              Changes are sent as they come.
            </EmptyState>
          ) : (
            <ul aria-label="Pauses in force" className="divide-y divide-line">
              {list.pauses.map((pause) => (
                <li key={`${pause.accountId}:${pause.source}`} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
                  <span className="min-w-0 wrap-anywhere">
                    <span className="block font-medium">Paused: {pausedText(pause)}</span>
                    <span className="block text-muted">
                      {pause.reason} · {pause.by} · {formatHistoryTime(pause.since)}
                    </span>
                  </span>
                  <Button aria-haspopup="dialog" onClick={() => setEnding(pause)}>
                    Resume
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
      {ending !== null && <EndDialog pause={ending} turning={turning} onClose={() => setEnding(null)} />}
    </OperatorPage>
  );
}

function PauseForm({ turning }: { readonly turning: Switch }) {
  const [params] = useSearchParams();
  const [accountId, setAccountId] = useState(params.get('account') ?? '');
  const [side, setSide] = useState<'both' | 'shopify' | 'square'>('both');
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const change = { accountId: accountId.trim(), source: side === 'both' ? '' : side, reason: reason.trim() };
  const pause = async () => {
    if (await turning.turn(change, true)) setReason('');
    setAsking(false);
  };
  return (
    <form
      aria-label="Pause changes"
      className="grid items-start gap-3 rounded-lg border border-line bg-surface p-4 shadow-card sm:grid-cols-[10rem_auto_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <TextField
        label="Account id"
        hint="Empty for every customer"
        inputMode="numeric"
        value={accountId}
        onChange={(event) => setAccountId(event.target.value)}
      />
      <Choice label="Changes to" labelShown options={SIDES} value={side} onChange={setSide} />
      <TextField
        label="Why"
        hint="Merchants read it"
        minLength={3}
        maxLength={200}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="sm:mt-7">
        <Button type="submit" kind="danger" busy={turning.busy}>
          Pause
        </Button>
      </div>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={`Pause ${pausedText({ ...change, domain: '' })}?`}
          lead="Nothing that changes stock is sent any more until you resume it. Every merchant whom it concerns is shown your reason."
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button kind="danger" busy={turning.busy} onClick={pause}>
                Pause
              </Button>
            </>
          }
        />
      )}
    </form>
  );
}

function EndDialog({
  pause,
  turning,
  onClose,
}: {
  readonly pause: OperatorWritePause;
  readonly turning: Switch;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const end = async () => {
    const { accountId, source } = pause;
    if (await turning.turn({ accountId, source, reason: reason.trim() }, false)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Resume ${pausedText(pause)}?`}
      lead="What was counted meanwhile is sent. Over 50 units of a variant, or over 100 variants of an account, wait for the merchant’s word first."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={turning.busy} disabled={reason.trim().length < 3} onClick={end}>
            Resume
          </Button>
        </>
      }
    >
      <div className="mt-4">
        <TextField label="Why" hint="For the audit" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </div>
    </Dialog>
  );
}

import { Play } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import type { OperatorWritePause } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { Choice, type Option } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { TextField } from '../../shared/components/field';
import { Panel } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { formatHistoryTime } from '../../shared/history-time';
import { latest } from '../../shared/state/remote';
import { pausedText, useWritePauses } from '../../shared/state/write-pauses';
import { OperatorPage } from '../operator-page';
import { operatorText } from '../operator.text';
import { text } from './pauses.text';
import { usePauseActions, type PauseActions } from './use-pause-actions';

type Platforms = 'both' | 'shopify' | 'square';

const PLATFORMS: readonly Option<Platforms>[] = [
  { value: 'both', label: text.platforms.both },
  { value: 'shopify', label: text.platforms.shopify },
  { value: 'square', label: text.platforms.square },
];

/** Shows which stock changes are paused, to pause and resume them. */
export function PausesPage() {
  const loaded = useWritePauses();
  const actions = usePauseActions(loaded.reload);
  const [resuming, setResuming] = useState<OperatorWritePause | null>(null);
  const list = latest(loaded.remote);
  return (
    <OperatorPage title={text.title} lead={text.lead}>
      <div className="flex flex-col gap-5">
        <PauseForm actions={actions} />
        <Panel title={text.active}>
          {list === null ? (
            <Unloaded loaded={loaded} title={text.failed} safe={operatorText.nothingChanged} rows={2} height="h-14" />
          ) : list.pauses.length === 0 ? (
            <EmptyState icon={Play} title={text.none}>
              {text.noneHint}
            </EmptyState>
          ) : (
            <ul aria-label={text.active} className="divide-y divide-line">
              {list.pauses.map((pause) => (
                <li key={`${pause.accountId}:${pause.source}`} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
                  <span className="min-w-0 wrap-anywhere">
                    <span className="block font-medium">{text.paused(pausedText(pause))}</span>
                    <span className="block text-muted">
                      {pause.reason} · {pause.by} · {formatHistoryTime(pause.since)}
                    </span>
                  </span>
                  <Button aria-haspopup="dialog" onClick={() => setResuming(pause)}>
                    {text.resume}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
      {resuming !== null && <ResumeDialog pause={resuming} actions={actions} onClose={() => setResuming(null)} />}
    </OperatorPage>
  );
}

function PauseForm({ actions }: { readonly actions: PauseActions }) {
  const [params] = useSearchParams();
  const [accountId, setAccountId] = useState(params.get('account') ?? '');
  const [platforms, setPlatforms] = useState<Platforms>('both');
  const [reason, setReason] = useState('');
  const [confirming, setConfirming] = useState(false);
  const change = { accountId: accountId.trim(), source: platforms === 'both' ? '' : platforms, reason: reason.trim() };
  const pause = async () => {
    if (await actions.run('pause', change)) setReason('');
    setConfirming(false);
  };
  return (
    <form
      aria-label={text.pauseForm}
      className="grid items-start gap-3 rounded-lg border border-line bg-surface p-4 shadow-card sm:grid-cols-[10rem_auto_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        setConfirming(true);
      }}
    >
      <TextField
        label={text.account}
        hint={text.accountHint}
        inputMode="numeric"
        value={accountId}
        onChange={(event) => setAccountId(event.target.value)}
      />
      <Choice label={text.platform} labelShown options={PLATFORMS} value={platforms} onChange={setPlatforms} />
      <TextField
        label={text.reason}
        hint={text.pauseReasonHint}
        minLength={3}
        maxLength={200}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="sm:mt-7">
        <Button type="submit" kind="danger" busy={actions.busy}>
          {text.pause}
        </Button>
      </div>
      {confirming && (
        <ConfirmDialog
          title={text.pauseTitle(pausedText({ ...change, domain: '' }))}
          question={text.pauseLead}
          action={text.pause}
          danger
          busy={actions.busy}
          onConfirm={pause}
          onClose={() => setConfirming(false)}
        />
      )}
    </form>
  );
}

interface ResumeDialogProps {
  readonly pause: OperatorWritePause;
  readonly actions: PauseActions;
  readonly onClose: () => void;
}

function ResumeDialog({ pause, actions, onClose }: ResumeDialogProps) {
  const [reason, setReason] = useState('');
  const resume = async () => {
    const { accountId, source } = pause;
    if (await actions.run('resume', { accountId, source, reason: reason.trim() })) onClose();
  };
  return (
    <ConfirmDialog
      title={text.resumeTitle(pausedText(pause))}
      question={text.resumeLead}
      action={text.resume}
      busy={actions.busy}
      disabled={reason.trim().length < 3}
      onConfirm={resume}
      onClose={onClose}
    >
      <div className="mt-4">
        <TextField
          label={text.reason}
          hint={text.resumeReasonHint}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  );
}

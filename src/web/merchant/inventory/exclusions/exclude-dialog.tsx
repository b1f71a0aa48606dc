import { useState } from 'react';

import type { Exclusion, ExclusionPlan } from '../../../../gen/sh/inventory_pb';
import { ConfirmDialog } from '../../../shared/components/confirm-dialog';
import { Notice } from '../../../shared/components/notice';
import { useCall, useToast } from '../../../shared/state/calls';
import { atom, useSetAtom } from '../../../shared/state/jotai';
import { useLoad } from '../../../shared/state/load';
import { idleQuery, latest, type Query } from '../../../shared/state/remote';
import { nudgeStatusAtom } from '../../../shared/state/session';
import { exclusionsText } from './exclusions.text';

const text = exclusionsText.dialog;
const planAtom = atom<Query<ExclusionPlan>>(idleQuery);

interface ExcludeDialogProps {
  readonly exclusion: Exclusion;
  readonly onClose: () => void;
  /** Runs once it is excluded. */
  readonly onExcluded?: () => void;
}

/** Shows what an exclusion would do, and makes it. */
export function ExcludeDialog({ exclusion, onClose, onExcluded }: ExcludeDialogProps) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [busy, setBusy] = useState(false);
  const { remote } = useLoad({
    atom: planAtom,
    key: JSON.stringify(exclusion),
    label: 'planning an exclusion',
    make: (api, options) => api.inventory.planExclusion(exclusion, options),
  });
  const plan = latest(remote);
  const exclude = async (): Promise<void> => {
    setBusy(true);
    const answer = await call((api) => api.inventory.saveExclusion({ exclusion, excluded: true }), { label: 'excluding products' });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: exclusionsText.excluded });
    nudge();
    onExcluded?.();
    onClose();
  };
  return (
    <ConfirmDialog
      title={text.title}
      question={plan === null ? (remote.state === 'failed' ? undefined : text.counting) : text.plan(plan.variants, plan.links)}
      action={text.confirm}
      danger
      busy={busy}
      disabled={plan === null}
      onConfirm={exclude}
      onClose={onClose}
    >
      {remote.state === 'failed' && <Notice tone="bad">{text.failed}</Notice>}
      {exclusion.kind !== 'product' && <p className="mt-2 text-muted">{text.later}</p>}
      <p className="mt-2 text-muted">{text.back}</p>
    </ConfirmDialog>
  );
}

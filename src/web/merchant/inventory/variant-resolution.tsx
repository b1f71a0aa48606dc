import { ArrowRightLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import type { Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button, textLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { recordEvent } from '../../shared/state/analytics';
import { useAtomValue } from '../../shared/state/jotai';
import { describeProblems } from '../../shared/state/problems';
import { latest } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import type { FailedCall } from './drawer-error';
import { QuantityEditor } from './quantity-editor';
import { SkuEditor } from './sku-editor';
import type { SavedQuantity, VariantActions } from './variant-actions';
import { findingOf } from './variant-findings';
import { TrackButtons, VariantProblems } from './variant-problems';
import { canRecount, canSetQuantity, copyTarget, holdsUnits, resolveVariant, skuOf } from './variant-state';
import { variantText as text } from './variant.text';

interface VariantResolutionProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
  readonly onFailed: (failed: FailedCall) => void;
  readonly onCopy: (to: Source) => void;
}

/** Shows the variant's status, by the specification's order of checks, and what fixes it. */
export function VariantResolution({ variant, actions, onFailed, onCopy }: VariantResolutionProps) {
  const [editing, setEditing] = useState(false);
  const [counting, setCounting] = useState(false);
  const status = latest(useAtomValue(statusAtom));
  const resolution = resolveVariant(variant);
  const finding = findingOf(resolution, variant, status);
  const wonky = resolution === 'in_sync' && variant.shopifyQuantity === undefined && variant.squareQuantity === undefined;
  useWonkiness(wonky, variant);
  const saveSku = async (sku: string) => {
    if (await actions.saveSku(sku)) setEditing(false);
  };
  const saveQuantity = async (units: number, source: Source) => {
    if (await actions.saveQuantity(units, source)) setCounting(false);
  };
  const missing = resolution === 'missing_sku';
  const copyTo = copyTarget(variant, status);
  const canSet = canSetQuantity(variant);
  return (
    <div className="flex flex-col gap-4">
      <Notice
        tone={finding.tone}
        title={finding.title}
        action={resolution === 'not_tracked' && <TrackButtons variant={variant} actions={actions} />}
      >
        {finding.text}
      </Notice>
      {actions.saved !== null && (
        <SavedNotice
          key={String(actions.saved.stored)}
          variant={variant}
          saved={actions.saved}
          status={status}
          onDone={actions.clearSaved}
        />
      )}
      <VariantProblems variant={variant} actions={actions} canSet={canSet} onChangeSku={() => setEditing(true)} />
      {(canSet || counting) && (
        <QuantityEditor
          variant={variant}
          busy={actions.pending === 'quantity'}
          onSave={(units, source) => void saveQuantity(units, source)}
        />
      )}
      {copyTo !== null && <SyncButton to={copyTo} actions={actions} onCopy={onCopy} />}
      {(missing || editing) && (
        <SkuEditor
          busy={actions.pending === 'sku'}
          onSave={(sku) => void saveSku(sku)}
          onFailed={onFailed}
          {...(missing ? {} : { onCancel: () => setEditing(false) })}
        />
      )}
      {!missing && !editing && (
        <SkuLine variant={variant} onModify={() => setEditing(true)} {...(counting ? {} : { onCount: () => setCounting(true) })} />
      )}
    </div>
  );
}

interface SkuLineProps {
  readonly variant: JoinedVariant;
  readonly onModify: () => void;
  /** Absent while the quantity editor is open. */
  readonly onCount?: () => void;
}

/** Shows the SKU, with links that change it, or the count of a variant that needs no attention. */
function SkuLine({ variant, onModify, onCount }: SkuLineProps) {
  return (
    <p className="text-sm text-muted">
      {text.actions.sku} <span className="font-mono text-xs break-all text-ink">{skuOf(variant)}</span> ·{' '}
      <button type="button" className={`${textLink} rounded-sm`} onClick={onModify}>
        {text.actions.modifySku}
      </button>
      {onCount !== undefined && canRecount(variant) && (
        <>
          {' · '}
          <button type="button" className={`${textLink} rounded-sm`} onClick={onCount}>
            {text.actions.setCount}
          </button>
        </>
      )}
    </p>
  );
}

interface SavedNoticeProps {
  readonly variant: JoinedVariant;
  readonly saved: SavedQuantity;
  readonly status: AccountStatus | null;
  readonly onDone: () => void;
}

/** Shows a quantity that is being saved, or was saved and has not reached every platform. */
function SavedNotice({ variant, saved, status, onDone }: SavedNoticeProps) {
  // The variant before it was read again: only a later read shows whether the quantity has arrived.
  const [before] = useState(variant);
  // Once nothing is under way, the quantity has arrived, or another one was set since.
  const done = saved.stored && (holdsUnits(variant, saved.units) || (variant !== before && !variant.underWay));
  const end = useEffectEvent(onDone);
  useEffect(() => {
    if (done) end();
  }, [done]);
  if (done) return null;
  if (!saved.stored) return <Notice tone="info" title={text.quantity.saving(saved.units)} />;
  const problem = status === null ? '' : describeProblems(status);
  return (
    <Notice tone="info" title={text.quantity.arriving(saved.units)}>
      {problem === '' ? text.quantity.arrivingExplained : problem}
    </Notice>
  );
}

function SyncButton({
  to,
  actions,
  onCopy,
}: {
  readonly to: Source;
  readonly actions: VariantActions;
  readonly onCopy: (to: Source) => void;
}) {
  return (
    <div>
      <Button kind="primary" busy={actions.pending === 'prepare'} onClick={() => onCopy(to)} icon={<ArrowRightLeft size={15} />}>
        {text.actions.syncTo[to]}
      </Button>
    </div>
  );
}

/** Records a variant that counts as in sync although neither side has a quantity. */
function useWonkiness(wonky: boolean, variant: JoinedVariant): void {
  const record = useEffectEvent(() =>
    recordEvent('variant_wonkiness', { shopify_variant_id: variant.shopify?.id ?? '', square_variant_id: variant.square?.id ?? '' }),
  );
  useEffect(() => {
    if (wonky) record();
  }, [wonky, variant.id]);
}

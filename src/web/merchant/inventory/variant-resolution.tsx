import { ArrowRightLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';

import type { Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button, textLink } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { formatQuantity } from '../../shared/formats';
import { recordEvent } from '../../shared/state/analytics';
import { useAtomValue } from '../../shared/state/jotai';
import { describeProblems } from '../../shared/state/problems';
import { latest } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import type { DrawerProblem } from './drawer-error';
import { QuantityEditor } from './quantity-editor';
import { SkuEditor } from './sku-editor';
import type { SentNumber, VariantActions } from './variant-actions';
import { TrackButtons, VariantTroubles } from './variant-problem';
import { canRecount, canSetQuantity, copyTarget, holdsUnits, resolveVariant, skuOf } from './variant-state';
import { findingText } from './variant.text';

interface VariantResolutionProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
  readonly onProblem: (problem: DrawerProblem) => void;
  readonly onCopy: (to: Source) => void;
}

/** How the variant stands, judged in the specification's order, and what fixes it. */
export function VariantResolution({ variant, actions, onProblem, onCopy }: VariantResolutionProps) {
  const [editing, setEditing] = useState(false);
  const [counting, setCounting] = useState(false);
  const status = latest(useAtomValue(statusAtom));
  const resolution = resolveVariant(variant);
  const { tone, title, text } = findingText(resolution, variant, status);
  const wonky = resolution === 'in_sync' && variant.shopifyQuantity === undefined && variant.squareQuantity === undefined;
  useWonkiness(wonky, variant);
  const saveSku = async (sku: string) => {
    if (await actions.saveSku(sku)) setEditing(false);
  };
  const saveQuantity = async (units: number) => {
    if (await actions.saveQuantity(units)) setCounting(false);
  };
  const missing = resolution === 'missing_sku';
  const copyTo = copyTarget(variant, status);
  const canSet = canSetQuantity(variant);
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={tone} title={title} action={resolution === 'not_tracked' && <TrackButtons variant={variant} actions={actions} />}>
        {text}
      </Notice>
      {actions.sent !== null && (
        <SentNotice key={String(actions.sent.saved)} variant={variant} sent={actions.sent} status={status} onOver={actions.forgetSent} />
      )}
      <VariantTroubles variant={variant} actions={actions} canSet={canSet} onChangeSku={() => setEditing(true)} />
      {(canSet || counting) && (
        <QuantityEditor variant={variant} busy={actions.doing === 'quantity'} onSave={(units) => void saveQuantity(units)} />
      )}
      {copyTo !== null && <SyncButton to={copyTo} actions={actions} onCopy={onCopy} />}
      {(missing || editing) && (
        <SkuEditor
          busy={actions.doing === 'sku'}
          onSave={(sku) => void saveSku(sku)}
          onProblem={onProblem}
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
  /** Absent while a number is being set already. */
  readonly onCount?: () => void;
}

/** The SKU, with the ways to change what seems to be in order. */
function SkuLine({ variant, onModify, onCount }: SkuLineProps) {
  return (
    <p className="text-sm text-muted">
      SKU <span className="font-mono text-xs break-all text-ink">{skuOf(variant)}</span> ·{' '}
      <button type="button" className={`${textLink} rounded-sm`} onClick={onModify}>
        Modify SKU
      </button>
      {onCount !== undefined && canRecount(variant) && (
        <>
          {' · '}
          <button type="button" className={`${textLink} rounded-sm`} onClick={onCount}>
            Set the count
          </button>
        </>
      )}
    </p>
  );
}

interface SentNoticeProps {
  readonly variant: JoinedVariant;
  readonly sent: SentNumber;
  readonly status: AccountStatus | null;
  readonly onOver: () => void;
}

/** A number that is being saved, or that was and has not arrived everywhere: it is kept, and sent as soon as the platform answers. */
function SentNotice({ variant, sent, status, onOver }: SentNoticeProps) {
  // The variant as it was before it was read again: only a later reading tells what became of the number.
  const [before] = useState(variant);
  // With nothing under way any more, whatever stands there stands: it arrived, or somebody set another number since.
  const over = sent.saved && (holdsUnits(variant, sent.units) || (variant !== before && !variant.underWay));
  const end = useEffectEvent(onOver);
  useEffect(() => {
    if (over) end();
  }, [over]);
  if (over) return null;
  if (!sent.saved) return <Notice tone="info" title={`Saving ${formatQuantity(sent.units)}`} />;
  const problem = status === null ? '' : describeProblems(status);
  return (
    <Notice tone="info" title={`${formatQuantity(sent.units)} is saved and on its way`}>
      {problem === '' ? 'It has not arrived on every platform yet, and is sent by itself. You can close this.' : problem}
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
      <Button
        kind="primary"
        busy={actions.doing === 'prepare'}
        onClick={() => onCopy(to)}
        icon={<ArrowRightLeft size={15} aria-hidden="true" />}
      >
        {to === 'shopify' ? 'Sync To Shopify' : 'Sync To Square'}
      </Button>
    </div>
  );
}

/** A variant that counts as in step although neither side has a number is worth a look by whoever runs the product. */
function useWonkiness(wonky: boolean, variant: JoinedVariant): void {
  const record = useEffectEvent(() =>
    recordEvent('variant_wonkiness', { shopify_variant_id: variant.shopify?.id ?? '', square_variant_id: variant.square?.id ?? '' }),
  );
  useEffect(() => {
    if (wonky) record();
  }, [wonky, variant.id]);
}

import { useState } from 'react';

import type { Source } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Drawer } from '../../shared/components/drawer';
import { SkeletonRows } from '../../shared/components/skeleton';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { CopyConfirm, CopyStarted } from './copy-steps';
import { DrawerError, type FailedCall } from './drawer-error';
import { ExcludeProduct } from './exclusions/exclude-product';
import { LinkCandidates } from './link-candidates';
import { LinkSection } from './link-section';
import { OversoldNotice } from './oversold-notice';
import { PackSection } from './pack-section';
import { useVariantActions } from './variant-actions';
import { BothSides, HistoryButton, VariantGone, VariantHeading } from './variant-facts';
import { VariantResolution } from './variant-resolution';
import { skuOf, variantAtom, type CopyCounts, type OpenVariant } from './variant-state';
import { variantText } from './variant.text';
import { WriterNotice } from './writer-notice';

const LABEL = 'getting variant detail';

/** Shows one variant: its status, what fixes it, and both platforms' sides of it next to each other. */
export function VariantDrawer({ open, onClose }: { readonly open: OpenVariant; readonly onClose: () => void }) {
  const { source, variantId, productId } = open;
  const key = [source, variantId, productId].join('.');
  const loaded = useLoad({
    atom: variantAtom,
    key,
    label: LABEL,
    make: (api, options) => api.variants.getVariantDetail({ source, variantId, productId }, options),
    live: true,
    shownByScreen: 'not_found',
  });
  const [gone, setGone] = useState('');
  const [failedCall, setFailedCall] = useState<FailedCall | null>(null);
  const variant = latest(loaded.remote);
  const failed = loaded.remote.state === 'failed' ? loaded.remote.failure : null;
  const failure = variant === null ? failed : null;
  // Once gone, the variant stays gone while it is read again.
  const nowGone = variant !== null && failed?.code === 'not_found' ? key : loaded.remote.state === 'loading' ? gone : '';
  if (nowGone !== gone) setGone(nowGone);
  return (
    <Drawer open onClose={onClose} title={variantText.title}>
      {failure !== null ? (
        <DrawerError failed={{ label: LABEL, failure, writes: false }} onContinue={onClose} />
      ) : variant === null ? (
        <SkeletonRows rows={8} />
      ) : gone === key ? (
        <VariantGone variant={variant} onClose={onClose} />
      ) : (
        <>
          {failedCall !== null && (
            <DrawerError
              failed={failedCall}
              onContinue={() => {
                setFailedCall(null);
                loaded.reload();
              }}
            />
          )}
          {/* Stays mounted under an error, so that typed text is kept. */}
          <div hidden={failedCall !== null}>
            <Details key={key} variant={variant} onFailed={setFailedCall} onChanged={loaded.reload} onClose={onClose} />
          </div>
        </>
      )}
    </Drawer>
  );
}

interface DetailsProps {
  readonly variant: JoinedVariant;
  readonly onFailed: (failed: FailedCall) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The stage of copying to the other platform. */
type Copying = { readonly to: Source; readonly counts: CopyCounts; readonly started: boolean };

function Details({ variant, onFailed, onChanged, onClose }: DetailsProps) {
  const actions = useVariantActions({ variant, onFailed, onChanged });
  const [copying, setCopying] = useState<Copying | null>(null);
  const prepare = async (to: Source) => {
    const counts = await actions.prepareCopy(to);
    if (counts !== null) setCopying({ to, counts, started: false });
  };
  const copy = async (to: Source, counts: CopyCounts) => {
    if (await actions.startCopy(to)) setCopying({ to, counts, started: true });
  };
  if (copying?.started === true) return <CopyStarted to={copying.to} onClose={onClose} />;
  // Matched with what is there already: there is nothing to copy anymore.
  const isOnBoth = variant.shopify !== undefined && variant.square !== undefined;
  return (
    <div className="flex flex-col gap-5">
      <VariantHeading variant={variant} />
      <WriterNotice variant={variant} />
      <OversoldNotice variantId={variant.id} />
      {copying === null || isOnBoth ? (
        <>
          <VariantResolution variant={variant} actions={actions} onFailed={onFailed} onCopy={prepare} />
          <LinkCandidates variant={variant} actions={actions} />
        </>
      ) : (
        <>
          {/* Before a copy is made: what is there under another SKU would be sold twice. */}
          <LinkCandidates variant={variant} actions={actions} />
          <CopyConfirm
            to={copying.to}
            counts={copying.counts}
            busy={actions.pending === 'copy'}
            onCopy={() => copy(copying.to, copying.counts)}
            onBack={() => setCopying(null)}
          />
        </>
      )}
      <HistoryButton sku={skuOf(variant)} />
      <BothSides variant={variant} />
      <PackSection variant={variant} actions={actions} />
      <LinkSection variant={variant} actions={actions} />
      <ExcludeProduct variant={variant} onExcluded={onChanged} />
    </div>
  );
}

import { useState } from 'react';

import type { LocationsResponse } from '../../../gen/sh/locations_pb';
import { textLink } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { LocationPickers } from '../../shared/components/location-pickers';
import { Notice } from '../../shared/components/notice';
import { useLocationPair } from '../../shared/state/location-pair';
import { sourcesWithout, useLocationActions } from '../../shared/state/locations';
import { text } from './locations.text';

interface SyncLocationsDialogProps {
  readonly locations: LocationsResponse;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Pairs one location of each platform. */
export function SyncLocationsDialog({ locations, reload, onClose }: SyncLocationsDialogProps) {
  const { resync, savePair } = useLocationActions(reload);
  const pair = useLocationPair(locations);
  const [busy, setBusy] = useState<'no' | 'saving' | 'refreshing'>('no');
  const missing = sourcesWithout(locations);
  const save = async () => {
    setBusy('saving');
    const worked = await savePair(pair.chosen.shopify, pair.chosen.square);
    setBusy('no');
    if (worked) onClose();
  };
  const refresh = async () => {
    setBusy('refreshing');
    await resync(missing);
    setBusy('no');
  };
  return (
    <ConfirmDialog
      title={text.sync}
      question={text.syncDialog.lead}
      action={text.save}
      disabled={!pair.isChosen}
      busy={busy === 'saving'}
      onConfirm={save}
      onClose={onClose}
    >
      <LocationPickers locations={locations} pair={pair} />
      {missing.length > 0 && (
        <div className="mt-4">
          <Notice tone="warn" title={text.syncDialog.missing(missing)}>
            {text.syncDialog.refresh.before}{' '}
            <button type="button" className={textLink} aria-disabled={busy !== 'no'} onClick={() => busy === 'no' && void refresh()}>
              {text.syncDialog.refresh.link}
            </button>{' '}
            {text.syncDialog.refresh.after}
          </Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}

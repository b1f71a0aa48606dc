import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { ErrorPanel } from '../../shared/components/error-panel';
import { LocationPickers } from '../../shared/components/location-pickers';
import { Notice } from '../../shared/components/notice';
import { Skeleton } from '../../shared/components/skeleton';
import { useLocationPair } from '../../shared/state/location-pair';
import { sourcesWithout, useLocationActions, useLocations } from '../../shared/state/locations';
import { detach } from '../../shared/state/log';
import { latest } from '../../shared/state/remote';
import { useWatching } from '../../shared/state/watching';
import { text } from './onboarding.text';
import { StartChoice } from './start-choice';

interface SelectLocationsDialogProps {
  /** The id of the pair that the new one replaces; '' or absent for the first pair. */
  readonly replacedId?: string;
  readonly onClose: () => void;
}

/** Selects the two locations to sync. Refreshes a platform that has no locations, once. */
export function SelectLocationsDialog({ replacedId = '', onClose }: SelectLocationsDialogProps) {
  const loaded = useLocations();
  const { resync, savePair, replacePair } = useLocationActions(loaded.reload);
  const locations = latest(loaded.remote);
  const started = useRef(false);
  const [refresh, setRefresh] = useState<'idle' | 'running' | 'done'>('idle');
  const [saving, setSaving] = useState(false);
  const pair = useLocationPair(locations);
  const [watches, setWatches] = useState(false);
  const { save: saveWatching } = useWatching();

  const refreshLocations = async (sources: readonly Source[]) => {
    started.current = true;
    setRefresh('running');
    await resync(sources);
    setRefresh('done');
  };
  const refreshOnOpen = useEffectEvent(refreshLocations);

  useEffect(() => {
    if (locations === null || started.current) return;
    const missing = sourcesWithout(locations);
    if (missing.length > 0) detach(refreshOnOpen(missing));
  }, [locations]);

  const save = async () => {
    setSaving(true);
    const isFirst = replacedId === '';
    // Before the locations: syncing would begin with them.
    if (isFirst && watches && !(await saveWatching(true))) {
      setSaving(false);
      return;
    }
    const { shopify, square } = pair.chosen;
    const worked = isFirst ? await savePair(shopify, square) : await replacePair(replacedId, shopify, square);
    setSaving(false);
    if (worked) onClose();
  };

  return (
    <ConfirmDialog
      title={text.select.title}
      question={text.select.lead}
      action={text.select.save}
      disabled={!pair.isChosen}
      busy={saving}
      onConfirm={save}
      onClose={onClose}
    >
      {locations === null || refresh === 'running' || (refresh === 'idle' && sourcesWithout(locations).length > 0) ? (
        loaded.remote.state === 'failed' ? (
          <ErrorPanel title={text.select.notLoaded} failure={loaded.remote.failure} onRetry={loaded.reload} />
        ) : (
          <div role="status" aria-label={text.select.loading} className="mt-4 grid gap-4">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
          </div>
        )
      ) : (
        <>
          <LocationPickers locations={locations} pair={pair} />
          {replacedId === '' && <StartChoice watches={watches} onChange={setWatches} />}
          {sourcesWithout(locations).map((source) => (
            <div key={source} className="mt-4">
              <Notice
                tone="warn"
                title={text.select.noneFound[source]}
                action={
                  <Button size="sm" onClick={() => refreshLocations([source])}>
                    {text.select.checkAgain}
                  </Button>
                }
              />
            </div>
          ))}
        </>
      )}
    </ConfirmDialog>
  );
}

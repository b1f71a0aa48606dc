import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { SOURCES, type Source } from '../../../domain/source';
import type { LocationsResponse } from '../../../gen/sh/locations_pb';
import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { ErrorPanel } from '../../shared/components/error-panel';
import { LocationPickers } from '../../shared/components/location-pickers';
import { Notice } from '../../shared/components/notice';
import { Skeleton } from '../../shared/components/skeleton';
import { locationsOf, useLocationActions, useLocations } from '../../shared/state/locations';
import { detach } from '../../shared/state/log';
import { latest } from '../../shared/state/remote';

interface SelectLocationsDialogProps {
  /** The pair that the new one takes the place of; '' or absent for the first one. */
  readonly replaced?: string;
  readonly onClose: () => void;
}

/** Chooses the two locations that share their stock. A platform whose locations are not known yet is asked for them, once. */
export function SelectLocationsDialog({ replaced = '', onClose }: SelectLocationsDialogProps) {
  const loaded = useLocations();
  const { resync, savePair, replacePair } = useLocationActions(loaded.reload);
  const locations = latest(loaded.remote);
  const begun = useRef(false);
  const [asked, setAsked] = useState<'not' | 'asking' | 'asked'>('not');
  const [saving, setSaving] = useState(false);
  const [shopify, setShopify] = useState('');
  const [square, setSquare] = useState('');

  const look = async (sources: readonly Source[]) => {
    begun.current = true;
    setAsked('asking');
    await resync(sources);
    setAsked('asked');
  };
  const lookByItself = useEffectEvent(look);

  useEffect(() => {
    if (locations === null || begun.current) return;
    const missing = missingSources(locations);
    if (missing.length > 0) detach(lookByItself(missing));
  }, [locations]);

  const save = async () => {
    setSaving(true);
    const worked = replaced === '' ? await savePair(shopify, square) : await replacePair(replaced, shopify, square);
    setSaving(false);
    if (worked) onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Select Locations"
      lead="Stock is kept in step between these two. Saving changes no number: both catalogues are read, and where two numbers differ, both stay until you say which is right. You can choose others later."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={shopify === '' || square === ''} busy={saving} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      {locations === null || asked === 'asking' || (asked === 'not' && missingSources(locations).length > 0) ? (
        loaded.remote.state === 'failed' ? (
          <ErrorPanel title="Your locations could not be loaded." failure={loaded.remote.failure} onRetry={loaded.reload} />
        ) : (
          <div role="status" aria-label="Loading locations" className="mt-4 grid gap-4">
            <Skeleton className="h-14 w-full" />
            <Skeleton className="h-14 w-full" />
          </div>
        )
      ) : (
        <>
          <LocationPickers locations={locations} shopify={shopify} square={square} onShopify={setShopify} onSquare={setSquare} />
          {missingSources(locations).map((source) => (
            <div key={source} className="mt-4">
              <Notice
                tone="warn"
                title={source === 'shopify' ? 'No Shopify locations found' : 'No Square locations found'}
                action={
                  <Button size="sm" onClick={() => look([source])}>
                    Look again
                  </Button>
                }
              />
            </div>
          ))}
        </>
      )}
    </Dialog>
  );
}

function missingSources(locations: LocationsResponse): readonly Source[] {
  return SOURCES.filter((source) => locationsOf(locations, source).length === 0);
}

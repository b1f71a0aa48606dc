import { useEffect, useEffectEvent, useState } from 'react';

import { SOURCES } from '../../../domain/source';
import { Drawer } from '../../shared/components/drawer';
import { Working } from '../../shared/components/working';
import { detach } from '../../shared/state/log';
import { TrackingDrawer } from '../../shared/tracking/tracking-drawer';
import { trackingText as text } from '../../shared/tracking/tracking.text';
import type { ListedVariant } from './level-state';
import type { ListState } from './list-query';
import { useReadAll } from './read-all';

interface TrackDrawerProps {
  readonly list: ListState;
  /** The selected variants; null for all in the list's view and search. */
  readonly selected: readonly ListedVariant[] | null;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Enables the inventory tracking of selected variants, on whichever platforms do not track them. */
export function TrackDrawer({ list, selected, onChanged, onClose }: TrackDrawerProps) {
  const [found, setFound] = useState<readonly ListedVariant[] | null>(selected);
  const [read, setRead] = useState(0);
  const readAll = useReadAll();
  const load = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await readAll(list, { label: 'reading the variants to track', onProgress: setRead, signal });
    if (signal.aborted) return;
    if (answer.ok) setFound(answer.value);
    else onClose();
  });
  useEffect(() => {
    if (selected !== null) return undefined;
    const controller = new AbortController();
    detach(load(controller.signal));
    return () => controller.abort();
  }, [selected]);
  if (found === null)
    return (
      <Drawer open onClose={onClose} title={text.title}>
        <Working>{text.readingSelected(read)}</Working>
      </Drawer>
    );
  return <TrackingDrawer sources={SOURCES} selected={found.map(({ variant }) => variant)} onChanged={onChanged} onClose={onClose} />;
}

import { SOURCES } from '../../../domain/source';
import { Drawer } from '../../shared/components/drawer';
import { Working } from '../../shared/components/working';
import { TrackingDrawer } from '../../shared/tracking/tracking-drawer';
import { trackingText as text } from '../../shared/tracking/tracking.text';
import type { ListedVariant } from './level-state';
import type { ListState } from './list-query';
import { useWanted } from './use-wanted';

interface TrackDrawerProps {
  readonly list: ListState;
  /** The selected variants; null for all in the list's view and search. */
  readonly selected: readonly ListedVariant[] | null;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Enables the inventory tracking of selected variants, on whichever platforms do not track them. */
export function TrackDrawer({ list, selected, onChanged, onClose }: TrackDrawerProps) {
  const { found, read } = useWanted(list, selected, { label: 'reading the variants to track', onFailed: onClose });
  if (found === null)
    return (
      <Drawer open onClose={onClose} title={text.title}>
        <Working>{text.readingSelected(read)}</Working>
      </Drawer>
    );
  return <TrackingDrawer sources={SOURCES} selected={found.map(({ variant }) => variant)} onChanged={onChanged} onClose={onClose} />;
}

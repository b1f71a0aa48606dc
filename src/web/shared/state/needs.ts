import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts } from '../../../gen/sh/common_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import { sharedText } from '../shared.text';
import { isAllOnHold } from './writers';

/** The counts of variants that are not simply in sync. */
export interface Needs {
  /** With quantities that differ or are unknown, and no change in progress that would make them equal. */
  readonly differ: number;
  /** On one platform only. */
  readonly alone: number;
  /** On both platforms, and not tracked on both. */
  readonly notTracked: number;
  /** With a change that is held, refused or stopped. Overlaps with the other counts. */
  readonly stuck: number;
  /** On hold because another app changes their stock as well, and those of which one may. Overlaps with the other counts. */
  readonly onHold: number;
  readonly suspected: number;
  /** With a change in progress, and quantities that differ until it arrives. */
  readonly underWay: number;
  /** With a change that we still have to send, now or when sync resumes. */
  readonly waiting: number;
}

/** Returns how many variants need attention, and how many only wait for a change to be sent. */
export function countNeeds(status: AccountStatus, counts: InventoryCounts): Needs {
  const { owed, owedOutOfSync, held, blocked, frozen, writersHeld, writersSuspected } = status;
  const underWay = isSending(status) ? Math.min(owedOutOfSync, counts.outOfSync) : 0;
  return {
    differ: counts.outOfSync - underWay,
    alone: counts.onlyShopify + counts.onlySquare,
    notTracked: counts.notTracked,
    stuck: held + blocked + frozen,
    onHold: writersHeld,
    suspected: writersSuspected,
    underWay,
    waiting: owed,
  };
}

/** Whether changes are sent at all: syncing is on, and another app does not hold up the whole account. */
export function isSending(status: AccountStatus): boolean {
  return status.listeningActive && !isAllOnHold(status);
}

/** Returns a count for each platform: 'Shopify 2, Square 1'. */
export function perPlatform(counts: ChannelCounts): string {
  return sharedText.perPlatform(counts);
}

import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts } from '../../../gen/sh/common_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import { sharedText } from '../shared.text';

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
  /** With a change in progress, and quantities that differ until it arrives. */
  readonly underWay: number;
  /** With a change that we still have to send, now or when sync resumes. */
  readonly waiting: number;
}

/** Returns how many variants need attention, and how many only wait for a change to be sent. */
export function countNeeds(status: AccountStatus, counts: InventoryCounts): Needs {
  const { listeningActive, owed, owedOutOfSync, held, blocked, frozen } = status;
  const underWay = listeningActive ? Math.min(owedOutOfSync, counts.outOfSync) : 0;
  return {
    differ: counts.outOfSync - underWay,
    alone: counts.onlyShopify + counts.onlySquare,
    notTracked: counts.notTracked,
    stuck: held + blocked + frozen,
    underWay,
    waiting: owed,
  };
}

/** Returns a count for each platform: 'Shopify 2, Square 1'. */
export function perPlatform(counts: ChannelCounts): string {
  return sharedText.perPlatform(counts);
}

import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts } from '../../../gen/sh/common_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import { formatCount } from '../formats';

/** How the variants stand that are not simply in sync. */
export interface Needs {
  /** With quantities that differ or are not known, and nothing on its way that would make them equal. */
  readonly differ: number;
  /** On one platform only. */
  readonly alone: number;
  /** On both platforms, and not tracked on both. */
  readonly notTracked: number;
  /** With a change that is held, refused or stopped. They may be among any of the others, or have equal quantities. */
  readonly stuck: number;
  /** With a change on its way, and quantities that differ meanwhile. */
  readonly underWay: number;
  /** With a change that is still to be sent, now or once sending goes on. */
  readonly waiting: number;
}

/** How many variants need a person, and how many are only waiting for their change to be sent. */
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

/** A count of each platform, in words. */
export function perPlatform(counts: ChannelCounts): string {
  return `Shopify ${formatCount(counts.shopify)}, Square ${formatCount(counts.square)}`;
}

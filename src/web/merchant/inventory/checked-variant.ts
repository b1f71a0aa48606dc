import { MATCHINGS, STANDINGS, type CheckedVariant, type LevelProblem } from '../../../domain/catalog/check-variant';
import type { Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { JoinedVariant } from '../../../gen/sh/common_pb';

/** The fields of a message that hold the checked state. */
export type CheckedFields = Readonly<Record<'standing' | 'matching' | 'trouble', string> & Record<'duplicate' | 'underWay', boolean>>;

const HEALTH_PROBLEMS: readonly LevelProblem[] = ['another_writer', 'held', 'blocked', 'frozen'];

/** Returns the checked state of a variant as the server derived it. A value that is unknown here becomes the one that claims least. */
export function checkedOf({ standing, matching, trouble, duplicate, underWay }: CheckedFields): CheckedVariant {
  return {
    standing: STANDINGS.find((known) => known === standing) ?? 'uncounted',
    matching: MATCHINGS.find((known) => known === matching) ?? 'sku_taken',
    trouble: HEALTH_PROBLEMS.find((known) => known === trouble) ?? '',
    duplicate,
    underWay,
  };
}

/** Returns whether the last read of a platform's catalog is complete, so that what it lacks is known. */
export function isRead(status: AccountStatus | null, source: Source): boolean {
  return status?.snapshots.find((snapshot) => snapshot.name === source)?.state === 'done';
}

/** Returns the platforms that have the variant and do not track it. */
export function untrackedSides({ shopify, square }: JoinedVariant): readonly Source[] {
  const sides: Source[] = [];
  if (shopify?.inventoryTracked === false) sides.push('shopify');
  if (square?.inventoryTracked === false) sides.push('square');
  return sides;
}

import type { SandboxDatabase } from '../../core/database';

/** The first number of each kind: as long as those of a real shop, and distinct from each other, so that a mixed-up id is noticed. */
const FIRST = {
  location: 62_001_000_001,
  product: 7_100_000_000_001,
  variant: 41_200_000_000_001,
  item: 43_300_000_000_001,
  option: 9_400_000_000_001,
  optionValue: 2_500_000_000_001,
  media: 23_600_000_000_001,
  install: 470_000_000_001,
  webhook: 1_180_000_000_001,
  subscription: 29_900_000_001,
  bulk: 3_700_000_000_001,
  operation: 5_800_000_001,
  adjustment: 88_000_000_001,
};

export type IdKind = keyof typeof FIRST;

/** Takes `count` new numbers of a kind; returns the first of them. */
export function takeIds(db: SandboxDatabase, kind: IdKind, count: number): number {
  const taken = db.row<{ next: number }>(
    'insert into shopify_sequence (kind, next) values (?1, ?2 + ?3) on conflict (kind) do update set next = next + ?3 returning next',
    kind,
    FIRST[kind],
    count,
  );
  return (taken?.next ?? FIRST[kind] + count) - count;
}

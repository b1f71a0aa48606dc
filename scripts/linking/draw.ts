import type { Random } from '../sim/random.ts';

/** Returns one element; throws when there is none. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const [chosen] = list.slice(random.between(0, list.length - 1));
  if (chosen === undefined) throw new Error('there is nothing to pick from');
  return chosen;
}

/** Returns the elements in random order (Fisher–Yates). */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const left = [...list];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(random.between(0, left.length - 1), 1));
  return result;
}

/** Returns `count` different elements, fewer where there are fewer, in their order. */
export function sample<T>(random: Random, list: readonly T[], count: number): T[] {
  const chosen = new Set(
    shuffled(
      random,
      list.map((_, index) => index),
    ).slice(0, count),
  );
  return list.filter((_, index) => chosen.has(index));
}

/** Returns one element, each as likely as its weight (any unit) says; throws when there is none. */
export function pickWeighted<T>(random: Random, list: readonly (readonly [T, number])[]): T {
  const total = list.reduce((sum, [, weight]) => sum + weight, 0);
  let left = random.next() * total;
  for (const [element, weight] of list) {
    left -= weight;
    if (left < 0) return element;
  }
  return pick(
    random,
    list.map(([element]) => element),
  );
}

/** Named figures of a point, in the order in which they are shown. */
export type Figures = Readonly<Record<string, number | string>>;

/** One measurement of scale. */
export interface Point {
  /** Its name on the command line. */
  readonly name: string;
  readonly what: string;
  /** Figures that must be 0: lost or invented units, refused requests. */
  readonly zero: readonly string[];
  run(progress: (said: string) => void): Promise<Figures>;
}

/** What a run of a point found. */
export interface Measured {
  readonly point: string;
  readonly command: string;
  readonly date: string;
  readonly machine: string;
  readonly seconds: number;
  readonly figures: Figures;
  /** Names of figures that must be 0 and are not. */
  readonly broken: readonly string[];
}

/** Returns a point's size, or SCALE_VARIANTS where that is less: to try a change of a point. What the point says of itself names the size. */
export function sized(whole: number): number {
  const asked = Number(process.env['SCALE_VARIANTS'] ?? whole);
  if (!Number.isInteger(asked) || asked < 1) throw new Error('SCALE_VARIANTS must be a whole number');
  return Math.min(whole, asked);
}

/** Returns the real ms that work takes, rounded, with its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: Math.round(performance.now() - began), value };
}

import { round, type Finding } from './measure';
import { lastLine, run } from './programs';

/** The output of `scroll.ts`: frames in ms, rows as a count. */
interface Scrolled {
  /** The longest frame of the best pass at the worst speed. */
  readonly longest: number;
  readonly rows: number;
  readonly frames: number;
  /** Frames longer than 50 ms among all frames. */
  readonly over: number;
  /** The longest frame of a bare page with as many rows. */
  readonly bare: number;
}

/** Measures P23: the inventory table with 1,000 rows, scrolled in Chromium. */
export async function scrolling(): Promise<Finding[]> {
  const { code, output } = await run(['scripts/bench/scroll.ts']);
  if (code !== 0) throw new Error(output);
  const { longest, rows, frames, over, bare } = JSON.parse(lastLine(output)) as Scrolled;
  const note = `${over} of ${frames.toLocaleString('en')} frames over 50 ms in all passes; a bare page of as many lines: ${round(bare)} ms`;
  return [
    { id: 'P23', value: round(longest), shown: `${round(longest)} ms`, note },
    { id: 'P23 rows', value: rows, note: 'of 1,000, at 60, 400 and 2,000 pixels a frame' },
  ];
}

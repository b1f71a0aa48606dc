import { messageOf } from '../failure.ts';
import { say } from './steps.ts';

/** Names the steps as they come, and what was done when one fails. */
export class Progress {
  private readonly done: string[] = [];

  /** Runs a step. `work` may return a note about what it found or did. */
  async step<T>(what: string, work: () => Promise<T>, noteOf: (result: T) => string = () => ''): Promise<T> {
    try {
      const result = await work();
      const note = noteOf(result);
      const line = note === '' ? what : `${what}: ${note}`;
      say(`ok    ${line}`);
      this.done.push(line);
      return result;
    } catch (error) {
      const done = this.done.length === 0 ? ['  nothing'] : this.done.map((line) => `  ${line}`);
      const rest = [`Done so far:`, ...done, 'Run npm run setup again when that is fixed: it continues from here.'];
      throw new Error([`STOP  ${what}`, messageOf(error), '', ...rest].join('\n'), { cause: error });
    }
  }
}

import { messageOf } from '../failure.ts';
import { say } from './steps.ts';

/** The exit code of a command that Ctrl-C has stopped. */
const STOPPED = 130;

/** Names the steps as they come, and what was done when one fails or the person stops. */
export class Progress {
  private readonly done: string[] = [];
  private current = '';

  /** Runs a step. `work` may return a note about what it found or did. */
  async step<T>(what: string, work: () => Promise<T>, noteOf: (result: T) => string = () => ''): Promise<T> {
    this.current = what;
    try {
      const result = await work();
      const note = noteOf(result);
      const line = note === '' ? what : `${what}: ${note}`;
      say(`ok    ${line}`);
      this.done.push(line);
      this.current = '';
      return result;
    } catch (error) {
      throw new Error([`STOP  ${what}`, messageOf(error), '', this.soFar('when that is fixed')].join('\n'), { cause: error });
    }
  }

  /** Ends this command at Ctrl-C, whether it comes as a signal or is typed at a question: says what was done. */
  readonly stop = (): void => {
    const during = this.current === '' ? '' : ` during the step "${this.current}"`;
    say(`\nStopped${during}.\n\n${this.soFar('to go on')}`);
    process.exit(STOPPED);
  };

  private soFar(when: string): string {
    const done = this.done.length === 0 ? ['  nothing'] : this.done.map((line) => `  ${line}`);
    return ['Done so far:', ...done, `Run npm run setup again ${when}: it continues from here.`].join('\n');
  }
}

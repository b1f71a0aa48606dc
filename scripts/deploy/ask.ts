import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { messageOf } from '../failure.ts';
import type { Answers, Field } from './fields.ts';

/** Asks the person at the terminal. */
export interface Terminal {
  /** Returns the answer to a field, asked again until its form is right. */
  ask(field: Field): Promise<string>;
  close(): void;
}

/** Opens the terminal for questions; null when nobody sits there (a script, CI). `stop` ends the command at Ctrl-C or Ctrl-D. */
export function openTerminal(stop: () => void): Terminal | null {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  let muted = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!muted) process.stdout.write(chunk);
      done();
    },
  });
  const lines: Interface = createInterface({ input: process.stdin, output, terminal: true });
  let isOpen = true;
  // Without this, Node would end with a warning about a promise that nobody settles.
  lines.on('SIGINT', () => lines.close());
  lines.on('close', () => {
    if (isOpen) stop();
  });
  return {
    ask: async (field) => {
      for (;;) {
        const standard = field.fallback === undefined ? '' : ` [${field.fallback}]`;
        process.stdout.write(`\n${field.question}${standard}${field.secret ? ' (not shown while you type)' : ''}\n  ${field.where}\n`);
        const asked = lines.question('> ');
        muted = field.secret;
        const typed = (await asked).trim();
        muted = false;
        if (field.secret) process.stdout.write('\n');
        try {
          return checked(field, typed);
        } catch (error) {
          console.log(messageOf(error));
        }
      }
    },
    close: () => {
      isOpen = false;
      lines.close();
    },
  };
}

/** Returns the value of a field in the form in which it is used; throws with the field's name and what is wrong, never with the value. */
export function checked(field: Field, typed: string): string {
  const value = typed.trim() === '' ? field.fallback : typed.trim();
  if (value === undefined) throw new Error(`${field.name}: it is missing`);
  try {
    return field.check(value);
  } catch (error) {
    throw new Error(`${field.name}: ${messageOf(error)}`, { cause: error });
  }
}

/** Where answers come from without a question, the first that has one counts: the command line, the environment, earlier runs. */
export interface Given {
  readonly options: Answers;
  readonly env: Readonly<NodeJS.Dict<string>>;
  readonly stored: Answers;
}

/** Where answers come from: what is given, then the terminal. */
export interface Sources extends Given {
  readonly terminal: Terminal | null;
}

/** Returns what is given for a field; undefined for nothing. */
const givenFor = (field: Field, { options, env, stored }: Given): string | undefined =>
  options[field.flag ?? ''] ?? env[field.name] ?? stored[field.name];

/** Returns the lines about a field that is missing or wrong: the reason, how to give it, and where to find it. */
function problemOf(field: Field, error: unknown): string {
  const how = field.flag === undefined ? `set ${field.name} in the environment` : `--${field.flag}, or ${field.name} in the environment`;
  return `${messageOf(error)} (${how})\n    ${field.where.split('\n').join('\n    ')}`.trimEnd();
}

/**
 * Returns an answer for each field, and calls `keep` after each one that a person typed, so that an interruption costs nothing. Throws with all
 * fields that are missing or wrong at once, after it has kept the right ones. `keep` null stores nothing.
 */
export async function collect(fields: readonly Field[], sources: Sources, keep: ((answers: Answers) => void) | null): Promise<Answers> {
  const { terminal } = sources;
  const answers: Record<string, string> = {};
  const problems: string[] = [];
  for (const field of fields) {
    const given = givenFor(field, sources);
    try {
      // A default is applied without a terminal, and offered at one.
      if (given !== undefined || terminal === null || field.question === '') answers[field.name] = checked(field, given ?? '');
      else {
        answers[field.name] = await terminal.ask(field);
        keep?.(answers);
      }
    } catch (error) {
      problems.push(problemOf(field, error));
    }
  }
  keep?.(answers);
  if (problems.length > 0) {
    const kept = keep === null ? [] : ['The other answers are stored: give these alone the next time.'];
    throw new Error(['These answers are missing or wrong:', ...problems.map((line) => `  ${line}`), ...kept].join('\n'));
  }
  return answers;
}

/** The answers that there are. */
export interface Known {
  /** Those that are given, and the defaults. */
  readonly answers: Answers;
  /** The fields that setup would ask for, those with a default included. */
  readonly unanswered: readonly Field[];
}

/** Returns the answers that there are, without asking for others. Throws with all that are wrong at once. */
export function collectKnown(fields: readonly Field[], sources: Given): Known {
  const answers: Record<string, string> = {};
  const unanswered: Field[] = [];
  const problems: string[] = [];
  for (const field of fields) {
    const given = givenFor(field, sources)?.trim() ?? '';
    if (given === '' && field.question !== '') unanswered.push(field);
    try {
      if (given !== '' || field.fallback !== undefined) answers[field.name] = checked(field, given);
    } catch (error) {
      problems.push(problemOf(field, error));
    }
  }
  if (problems.length > 0) throw new Error(['These answers are wrong:', ...problems.map((line) => `  ${line}`)].join('\n'));
  return { answers, unanswered };
}

// The blocks of commands in Markdown documents, and their marks: an HTML comment right before each.

/** What is done with a block. */
export type Mark =
  /** Run in a clone, without an account and without a network. */
  | { readonly kind: 'run' }
  /** Run with a login to the local stand-in for Cloudflare. */
  | { readonly kind: 'run in an account' }
  /** Run until this text appears, then stopped by Ctrl-C. */
  | { readonly kind: 'run until'; readonly text: string }
  /** Not run here, for this reason. */
  | { readonly kind: 'not run'; readonly reason: string };

/** A block of commands in a document. */
export interface CommandBlock {
  readonly file: string;
  readonly line: number;
  readonly commands: readonly string[];
  /** null: nobody has decided, or the mark gives no reason. */
  readonly mark: Mark | null;
}

/** The documents whose blocks must work. */
export const DOCUMENTS = ['README.md', 'docs/deploy.md', 'docs/operations.md'];

const OPENING = /^\s*(```+|~~~+)\s*([\w-]*).*$/u;
const SHELL = new Set(['', 'sh', 'bash', 'zsh', 'shell', 'console', 'terminal']);

/**
 * Returns the blocks of commands in a Markdown document: fenced ones in a shell's language, each with the comment right before it as its mark.
 * A fence without a language, and an indented block, count as commands too, so that none escapes by its form.
 */
export function commandBlocks(file: string, text: string): CommandBlock[] {
  const lines = text.split('\n');
  const blocks: CommandBlock[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [opening, ticks = '', language = ''] = OPENING.exec(lines[index] ?? '') ?? [];
    if (opening !== undefined) {
      const end = lines.findIndex((line, at) => at > index && line.trim() === ticks);
      const commands = commandsOf(lines.slice(index + 1, end === -1 ? undefined : end), language.toLowerCase());
      if (SHELL.has(language.toLowerCase())) blocks.push({ file, line: index + 1, commands, mark: markBefore(lines, index) });
      index = end === -1 ? lines.length : end;
    } else if (/^ {4}\S/u.test(lines[index] ?? '') && (lines[index - 1] ?? '').trim() === '') {
      blocks.push({ file, line: index + 1, commands: [(lines[index] ?? '').trim()], mark: null });
    }
  }
  return blocks;
}

/** Returns the command lines: of a console's record those after a prompt, without it. */
function commandsOf(lines: readonly string[], language: string): string[] {
  const trimmed = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  if (language !== 'console') return trimmed;
  return trimmed.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
}

function markBefore(lines: readonly string[], start: number): Mark | null {
  const before = lines.slice(0, start).findLast((line) => line.trim() !== '') ?? '';
  const [, comment] = /^<!-- (.*) -->$/u.exec(before.trim()) ?? [];
  if (comment === 'run' || comment === 'run in an account') return { kind: comment };
  const [, text] = /^run until "(.+)"$/u.exec(comment ?? '') ?? [];
  if (text !== undefined) return { kind: 'run until', text };
  const [, reason] = /^not run: *(\S.*)$/u.exec(comment ?? '') ?? [];
  return reason === undefined ? null : { kind: 'not run', reason };
}

/** Returns a line for each block that is neither to be run nor says why not. */
export const undecided = (blocks: readonly CommandBlock[]): string[] =>
  blocks
    .filter(({ mark }) => mark === null)
    .map(
      ({ file, line }) => `${file}:${line}: no mark before this block: <!-- run -->, or <!-- not run: REASON --> where it cannot run here`,
    );

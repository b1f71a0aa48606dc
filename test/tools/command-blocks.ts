/** A block of commands in a document. */
export interface CommandBlock {
  readonly file: string;
  readonly line: number;
  readonly commands: readonly string[];
  /** `run`: it is executed here. `not run`: its reason stands in the document. null: nobody has decided. */
  readonly mark: 'run' | 'not run' | null;
}

const OPENING = /^(\s*)```(\w*)$/u;
const SHELL = new Set(['sh', 'bash', 'shell', 'console']);
const MARK = /^<!-- (run|not run): \S.*-->$|^<!-- (run) -->$/u;

/**
 * Returns the blocks of commands in a Markdown document: fenced ones in a shell's language, each with the comment right before it as its mark.
 * A fence without a language, and an indented block, count as commands too, so that none escapes by its form.
 */
export function commandBlocks(file: string, text: string): CommandBlock[] {
  const lines = text.split('\n');
  const blocks: CommandBlock[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const opening = OPENING.exec(lines[index] ?? '');
    if (opening !== null) {
      const end = lines.findIndex((line, at) => at > index && line.trim() === '```');
      const commands = lines.slice(index + 1, end === -1 ? undefined : end);
      const language = opening[2] ?? '';
      if (language === '' || SHELL.has(language))
        blocks.push({ file, line: index + 1, commands: commandsOf(commands), mark: markOf(lines, index) });
      index = end === -1 ? lines.length : end;
    } else if (/^ {4}\S/u.test(lines[index] ?? '') && (lines[index - 1] ?? '').trim() === '') {
      blocks.push({ file, line: index + 1, commands: [(lines[index] ?? '').trim()], mark: null });
    }
  }
  return blocks;
}

const commandsOf = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));

function markOf(lines: readonly string[], start: number): CommandBlock['mark'] {
  const before = lines.slice(0, start).findLast((line) => line.trim() !== '') ?? '';
  const found = MARK.exec(before.trim());
  const mark = found?.[1] ?? found?.[2];
  return mark === 'run' || mark === 'not run' ? mark : null;
}

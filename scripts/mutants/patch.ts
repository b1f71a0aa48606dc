import { hashOf, type Mutant } from './mutant';

/** A hand-written defect: one exact text in one shipped file is replaced. */
export interface Patch {
  readonly name: string;
  /** What goes wrong, in one sentence. */
  readonly what: string;
  readonly file: string;
  /** Must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** Returns the source with the patch applied. Throws when the text does not occur exactly once, or would not change. */
export function applyPatch(source: string, patch: Patch): string {
  const start = positionOf(source, patch);
  return source.slice(0, start) + patch.replace + source.slice(start + patch.find.length);
}

/** Returns a patch as a mutant, so that it is planted and hunted like the generated ones. */
export function mutantOfPatch(source: string, patch: Patch): Mutant {
  const start = positionOf(source, patch);
  const lines = source.slice(0, start).split('\n');
  return {
    id: hashOf(patch.name, patch.file, patch.find, patch.replace).slice(0, 12),
    operator: 'patch',
    file: patch.file,
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
    start,
    end: start + patch.find.length,
    before: patch.find,
    after: patch.replace,
  };
}

function positionOf(source: string, { name, file, find, replace }: Patch): number {
  const times = find === '' ? 0 : source.split(find).length - 1;
  if (times !== 1) throw new Error(`patch "${name}": the text to find occurs ${times} times in ${file}, not once: ${find}`);
  if (find === replace) throw new Error(`patch "${name}" changes nothing in ${file}`);
  return source.indexOf(find);
}

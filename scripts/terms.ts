// Refuses words that the glossary (docs/glossary.md) has replaced: in identifiers, file names and the texts of screens.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { root } from './root.ts';

/** Each old word, with the term to use. A word matches as a whole part of a name: `door` in `openDoor`, not in `indoors`. */
const OLD_WORDS = new Map([
  ['airborne', 'inFlight'],
  ['anew', 'again'],
  ['catalogue', 'catalog'],
  ['catalogues', 'catalogs'],
  ['colour', 'color'],
  ['colours', 'colors'],
  ['deed', 'auditAction'],
  ['deeds', 'auditActions'],
  ['door', 'route'],
  ['doors', 'routes'],
  ['duties', 'alarmTasks'],
  ['fence', 'rateLimit'],
  ['mend', 'fix'],
  ['mended', 'fixed'],
  ['mending', 'fixing'],
  ['patiently', 'retryWhenThrottled'],
  ['rang', 'fired'],
  ['sweeper', 'reconciler'],
  ['turnstile', 'mutex'],
  ['upkeep', 'maintenance'],
  ['vitals', 'healthReport'],
  ['whoever', 'the user'],
]);

/** Phrases that no screen shows. */
const OLD_PHRASES = [
  /\bin step\b/iu,
  /\bneeds? you\b/iu,
  /\banew\b/iu,
  /\bmend(?:s|ed|ing)?\b/iu,
  /\bwhoever\b/iu,
  /\bthe other way round\b/iu,
  /\bcatalogues?\b/iu,
];

/**
 * Names that outsiders fixed: platform APIs, stored rows, deployed bindings and the sandbox's published control routes.
 * Each with its reason.
 */
const FIXED = new Map([
  ['DOORS', "the deployed rate limit's binding"],
  ['catalogue', "a field of the sandbox's /control/reset, and of stored receipts"],
  ['squareCatalogue', 'a field of the stored refresh queue'],
]);

const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u);

/** Returns what is wrong with a name, an identifier or a part of a path; null when it has no old word. */
export function problemOfName(name: string): string | null {
  if (FIXED.has(name)) return null;
  const word = partsOf(name).find((part) => OLD_WORDS.has(part));
  return word === undefined ? null : `${name} has "${word}"; use "${OLD_WORDS.get(word)}"`;
}

/** Returns what is wrong with a text of a screen; null when it has no old phrase. */
export function problemOfText(text: string): string | null {
  const phrase = OLD_PHRASES.find((one) => one.test(text));
  return phrase === undefined ? null : `"${text.slice(0, 60)}" has "${phrase.exec(text)?.[0]}"`;
}

/** Returns the old words in a TypeScript file's identifiers and, where it is a catalog of texts, in its texts. */
export function problemsOfFile(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const isCatalog = file.endsWith('.text.ts');
  const problems: string[] = [];
  const note = (node: ts.Node, problem: string | null): void => {
    if (problem !== null) problems.push(`${file}:${source.getLineAndCharacterOfPosition(node.end).line + 1}: ${problem}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) note(node, problemOfName(node.text));
    if (isCatalog && (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))) {
      note(node, problemOfText(node.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** Returns the old words in the repository. */
function problemsOfRepository(): string[] {
  const listed = spawnSync('git', ['ls-files', 'src', 'sandbox', 'scripts', 'test', 'proto', 'migrations'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.stdout.split('\n').filter((file) => file !== '' && !file.startsWith('src/gen/') && existsSync(join(root, file)));
  return files.flatMap((file) => {
    const names = file.split('/').flatMap((part) => problemOfName(part) ?? []);
    const inside = /\.(?:tsx?|mjs)$/u.test(file) ? problemsOfFile(file, readFileSync(join(root, file), 'utf8')) : [];
    return [...names.map((problem) => `${file}: ${problem}`), ...inside];
  });
}

if (process.argv[1] === import.meta.filename) {
  const problems = [...new Set(problemsOfRepository())];
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  }
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { applyEdit, type Mutant } from './mutant';

/** How many mutants share one program: fewer would load the libraries' types more often, more would need more memory. */
const BATCH = 150;

/** Turns off checks of style: a removed statement may leave a name unused, and the code still runs. */
const LENIENT: ts.CompilerOptions = {
  noUnusedLocals: false,
  noUnusedParameters: false,
  allowUnreachableCode: true,
  allowUnusedLabels: true,
  noEmit: true,
};

/**
 * Returns the ids of the mutants that do not parse or do not type-check. Each mutant is a separate file next to the original, so that one
 * program checks many: the sources have no import cycles, so nothing that a copy imports depends on the original.
 */
export function failingMutants(root: string, mutants: readonly Mutant[], sources: ReadonlyMap<string, string>): Set<string> {
  const failing = new Set<string>();
  for (const [config, group] of Map.groupBy(mutants, ({ file }) => nearestConfig(root, file))) {
    const project = readProject(config);
    const parsed = new Map<string, ts.SourceFile | undefined>();
    for (let index = 0; index < group.length; index += BATCH) {
      for (const id of checkBatch(root, project, group.slice(index, index + BATCH), { sources, parsed })) failing.add(id);
    }
  }
  return failing;
}

interface Project {
  readonly options: ts.CompilerOptions;
  readonly globals: readonly string[];
}

interface Texts {
  readonly sources: ReadonlyMap<string, string>;
  readonly parsed: Map<string, ts.SourceFile | undefined>;
}

function nearestConfig(root: string, file: string): string {
  for (let folder = dirname(join(root, file)); folder.length >= root.length; folder = dirname(folder)) {
    const config = join(folder, 'tsconfig.json');
    if (existsSync(config)) return config;
  }
  throw new Error(`no tsconfig.json covers ${file}`);
}

function readProject(config: string): Project {
  const { config: json, error } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as { config: unknown; error?: ts.Diagnostic };
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { options, fileNames } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
  return { options: { ...options, ...LENIENT }, globals: fileNames.filter((file) => file.endsWith('.d.ts')) };
}

function checkBatch(root: string, { options, globals }: Project, mutants: readonly Mutant[], { sources, parsed }: Texts): string[] {
  const copies = new Map<string, Mutant>();
  for (const mutant of mutants) copies.set(join(root, mutant.file.replace(/\.ts$/u, `.${mutant.id}.ts`)), mutant);
  const host = ts.createCompilerHost(options, true);
  const textOf = (path: string): string | undefined => {
    const mutant = copies.get(path);
    return mutant === undefined ? undefined : applyEdit(sources.get(mutant.file) ?? '', mutant);
  };
  const plain = { ...host };
  host.fileExists = (path) => copies.has(path) || plain.fileExists(path);
  host.getSourceFile = (path, target, ...others) => {
    const text = textOf(path);
    if (text !== undefined) return ts.createSourceFile(path, text, target, true);
    if (!parsed.has(path)) parsed.set(path, plain.getSourceFile(path, target, ...others));
    return parsed.get(path);
  };
  const program = ts.createProgram({ rootNames: [...globals, ...copies.keys()], options, host });
  return [...copies].flatMap(([path, { id }]) => {
    const file = program.getSourceFile(path);
    const faults = program.getSyntacticDiagnostics(file).length > 0 || program.getSemanticDiagnostics(file).length > 0;
    return faults ? [id] : [];
  });
}

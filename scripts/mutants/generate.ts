import ts from 'typescript';

import { negateCondition, swapComparison, swapLogic } from './condition-operators';
import { applyEdit, hashOf, type Edit, type Mutant } from './mutant';
import { dropStatement, returnEarly } from './statement-operators';
import { dropDefault, forgetField, replaceConstant, swapArithmetic } from './value-operators';

const RULES: readonly ((node: ts.Node) => Edit[])[] = [
  dropStatement,
  swapComparison,
  negateCondition,
  swapLogic,
  returnEarly,
  forgetField,
  swapArithmetic,
  replaceConstant,
  dropDefault,
];

/** Returns every mutant of one TypeScript file, in source order. Two rules that produce the same text count once. */
export function generateMutants(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  const mutants: Mutant[] = [];
  const texts = new Set<string>([source]);
  const ids = new Map<string, number>();
  visit(tree, (node) => {
    for (const edit of RULES.flatMap((rule) => rule(node))) {
      const text = applyEdit(source, edit);
      if (texts.has(text)) continue;
      texts.add(text);
      mutants.push(mutantOf(tree, node, edit, ids));
    }
  });
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Visits all nodes that run: not types, imports, or re-exports. */
function visit(node: ts.Node, say: (node: ts.Node) => void): void {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
  say(node);
  ts.forEachChild(node, (child) => {
    visit(child, say);
  });
}

function mutantOf(tree: ts.SourceFile, node: ts.Node, edit: Edit, ids: Map<string, number>): Mutant {
  const owner = ts.findAncestor(node, isMember) ?? tree;
  const place = String(edit.start - owner.getStart(tree));
  const base = hashOf(tree.fileName, edit.operator, owner.getText(tree), place, String(edit.end - edit.start), edit.after);
  // The same member occurs twice in one file: the second gets its own id.
  const copies = ids.get(base) ?? 0;
  ids.set(base, copies + 1);
  const { line, character } = tree.getLineAndCharacterOfPosition(edit.start);
  return {
    ...edit,
    id: (copies === 0 ? base : hashOf(base, String(copies))).slice(0, 12),
    file: tree.fileName,
    line: line + 1,
    column: character + 1,
    before: tree.text.slice(edit.start, edit.end),
  };
}

/** Returns whether a node is a function, a method, a class field, or a module statement: the units that ids are made of. */
function isMember(node: ts.Node): boolean {
  if (ts.isSourceFile(node) || ts.isClassDeclaration(node)) return false;
  return ts.isClassElement(node) || ts.isSourceFile(node.parent);
}

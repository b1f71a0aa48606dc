import ts from 'typescript';

import type { Edit } from './mutant';

/** Replaces a node's text. */
export function replaceNode(node: ts.Node, operator: Edit['operator'], after: string): Edit {
  return { operator, start: node.getStart(), end: node.getEnd(), after };
}

/** Removes an expression statement: a call, an assignment, an increment. */
export function dropStatement(node: ts.Node): Edit[] {
  if (!ts.isExpressionStatement(node)) return [];
  const { expression } = node;
  if (ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword) return [];
  return [replaceNode(node, 'drop-statement', ';')];
}

/**
 * Returns early: a function without a result does nothing; one with a result skips the last `if` of its body; an arrow function whose body
 * is a call does not make the call (the type check keeps this only where the caller ignores the result).
 */
export function returnEarly(node: ts.Node): Edit[] {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return skipCall(node.body);
  if (!isFunctionWithBlock(node)) return [];
  if (returnsNothing(node)) {
    const [first, ...others] = node.body.statements;
    const alreadyDropped = first === undefined || (others.length === 0 && ts.isExpressionStatement(first));
    return alreadyDropped ? [] : [replaceNode(node.body, 'return-early', '{}')];
  }
  const last = node.body.statements.findLast((statement) => ts.isIfStatement(statement));
  if (last === undefined) return [];
  return [replaceNode(last, 'return-early', last.elseStatement?.getText() ?? ';')];
}

function skipCall(body: ts.Expression): Edit[] {
  const call = ts.isAwaitExpression(body) || ts.isVoidExpression(body) ? body.expression : body;
  const assigns =
    ts.isBinaryExpression(call) &&
    call.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    call.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  const acts = ts.isCallExpression(call) || assigns || ts.isDeleteExpression(call);
  return acts ? [replaceNode(body, 'return-early', 'undefined')] : [];
}

type FunctionWithBlock = ts.FunctionLikeDeclaration & { readonly body: ts.Block };

function isFunctionWithBlock(node: ts.Node): node is FunctionWithBlock {
  if (!ts.isFunctionLike(node) || ts.isConstructorDeclaration(node)) return false;
  return 'body' in node && node.body !== undefined && ts.isBlock(node.body);
}

function returnsNothing({ type, body }: FunctionWithBlock): boolean {
  if (type !== undefined) return /^(?:void|Promise<void>)$/u.test(type.getText());
  return !returnsValue(body);
}

function returnsValue(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return node.expression !== undefined;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, returnsValue) ?? false;
}

import ts from 'typescript';

import type { Edit } from './mutant';
import { replaceNode } from './statement-operators';

const { SyntaxKind } = ts;

/** Array methods that take a predicate. */
const ASKS_PREDICATE = new Set(['filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex']);

const COMPARISONS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);

/** Replaces the operator of a binary expression. */
export function replaceOperator(node: ts.BinaryExpression, operator: Edit['operator'], token: string): Edit {
  const start = node.getStart();
  const text = node.getText();
  const { operatorToken } = node;
  const after = text.slice(0, operatorToken.getStart() - start) + token + text.slice(operatorToken.getEnd() - start);
  return replaceNode(node, operator, after);
}

/** Swaps `<` and `<=`, `>` and `>=`, `===` and `!==`. */
export function swapComparison(node: ts.Node): Edit[] {
  if (!ts.isBinaryExpression(node)) return [];
  const token = COMPARISONS.get(node.operatorToken.kind);
  return token === undefined ? [] : [replaceOperator(node, 'swap-comparison', token)];
}

/** Swaps `&&` and `||`. */
export function swapLogic(node: ts.Node): Edit[] {
  if (!isLogic(node)) return [];
  return [replaceOperator(node, 'swap-logic', node.operatorToken.kind === SyntaxKind.BarBarToken ? '&&' : '||')];
}

/** Negates conditions, operands of `&&` and `||`, predicates, and results of functions declared `boolean`. */
export function negateCondition(node: ts.Node): Edit[] {
  return conditionsOf(node).flatMap((condition) => negate(condition));
}

function conditionsOf(node: ts.Node): ts.Expression[] {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return [node.expression];
  if (ts.isForStatement(node)) return node.condition === undefined ? [] : [node.condition];
  if (ts.isConditionalExpression(node)) return [node.condition];
  if (isLogic(node)) return isBoolean(node.right) || decides(node) ? [node.left, node.right] : [node.left];
  if (ts.isCallExpression(node)) return predicateOf(node);
  if (ts.isReturnStatement(node) && node.expression !== undefined) return declaredBoolean(node) ? [node.expression] : [];
  return [];
}

function predicateOf({ expression, arguments: [given] }: ts.CallExpression): ts.Expression[] {
  if (!ts.isPropertyAccessExpression(expression) || !ASKS_PREDICATE.has(expression.name.text)) return [];
  return given !== undefined && ts.isArrowFunction(given) && !ts.isBlock(given.body) ? [given.body] : [];
}

function negate(condition: ts.Expression): Edit[] {
  const inner = withoutParentheses(condition);
  // `===` and `!==` are negated by swapping them; `true` and `false`, by replacing the constant.
  if (ts.isBinaryExpression(inner) && /^[!=]==$/u.test(inner.operatorToken.getText())) return [];
  if (inner.kind === SyntaxKind.TrueKeyword || inner.kind === SyntaxKind.FalseKeyword) return [];
  const negated = isNot(inner) ? inner.operand.getText() : `!(${inner.getText()})`;
  return [replaceNode(inner, 'negate-condition', negated)];
}

/** Returns whether the value of a chain of `&&` and `||` is used only as a condition. */
function decides(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || isLogic(parent)) return decides(parent);
  return isNot(parent) || conditionsOf(parent).includes(node as ts.Expression);
}

function isBoolean(node: ts.Expression): boolean {
  const inner = withoutParentheses(node);
  if (isNot(inner)) return true;
  return ts.isBinaryExpression(inner) && COMPARISONS.has(inner.operatorToken.kind);
}

function declaredBoolean(node: ts.ReturnStatement): boolean {
  const owner = ts.findAncestor(node.parent, (ancestor) => ts.isFunctionLike(ancestor));
  return owner !== undefined && 'type' in owner && /^(?:boolean|Promise<boolean>)$/u.test(owner.type?.getText() ?? '');
}

function isLogic(node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) &&
    (node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken || node.operatorToken.kind === SyntaxKind.BarBarToken)
  );
}

function isNot(node: ts.Node): node is ts.PrefixUnaryExpression {
  return ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken;
}

function withoutParentheses(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;
}

import ts from 'typescript';

import { replaceOperator } from './condition-operators';
import type { Edit } from './mutant';
import { replaceNode } from './statement-operators';

const { SyntaxKind } = ts;

const ARITHMETIC: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.MinusEqualsToken, '+='],
]);

/** Drops one property or one spread element of an object literal. */
export function forgetField(node: ts.Node): Edit[] {
  if (!ts.isObjectLiteralExpression(node) || isAssignmentTarget(node)) return [];
  const { properties } = node;
  return properties.map((property, index) => {
    const next = properties[index + 1];
    const previous = properties[index - 1];
    const end = next?.getStart() ?? property.getEnd();
    const start = next === undefined && previous !== undefined ? previous.getEnd() : property.getStart();
    return { operator: 'forget-field', start, end, after: '' };
  });
}

/** Swaps `+` and `-`, `*` and `/`, `++` and `--`, `Math.min` and `Math.max`; drops a minus sign. */
export function swapArithmetic(node: ts.Node): Edit[] {
  if (ts.isBinaryExpression(node)) {
    const token = ARITHMETIC.get(node.operatorToken.kind);
    const joins = ts.isStringLiteralLike(node.left) || ts.isStringLiteralLike(node.right);
    return token === undefined || joins ? [] : [replaceOperator(node, 'swap-arithmetic', token)];
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return swapSign(node);
  const text = ts.isPropertyAccessExpression(node) ? node.getText() : '';
  if (text === 'Math.min') return [replaceNode(node, 'swap-arithmetic', 'Math.max')];
  return text === 'Math.max' ? [replaceNode(node, 'swap-arithmetic', 'Math.min')] : [];
}

function swapSign(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Edit[] {
  if (node.operator === SyntaxKind.MinusToken) return [replaceNode(node, 'swap-arithmetic', node.operand.getText())];
  const text = node.getText();
  if (node.operator === SyntaxKind.PlusPlusToken) return [replaceNode(node, 'swap-arithmetic', text.replace('++', '--'))];
  return node.operator === SyntaxKind.MinusMinusToken ? [replaceNode(node, 'swap-arithmetic', text.replace('--', '++'))] : [];
}

/** Replaces 0 by 1, 1 by 0, true by false and false by true. */
export function replaceConstant(node: ts.Node): Edit[] {
  if (node.kind === SyntaxKind.TrueKeyword) return [replaceNode(node, 'replace-constant', 'false')];
  if (node.kind === SyntaxKind.FalseKeyword) return [replaceNode(node, 'replace-constant', 'true')];
  if (!ts.isNumericLiteral(node) || (ts.isPropertyAssignment(node.parent) && node.parent.name === node)) return [];
  if (node.text === '0') return [replaceNode(node, 'replace-constant', '1')];
  return node.text === '1' ? [replaceNode(node, 'replace-constant', '0')] : [];
}

/** Keeps one side of `a ?? b`: without the default, and always the default. */
export function dropDefault(node: ts.Node): Edit[] {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.QuestionQuestionToken) return [];
  return [node.left, node.right].map((side) => replaceNode(node, 'drop-default', side.getText()));
}

function isAssignmentTarget(node: ts.ObjectLiteralExpression): boolean {
  const outer = ts.isParenthesizedExpression(node.parent) ? node.parent : node;
  return ts.isBinaryExpression(outer.parent) && outer.parent.operatorToken.kind === SyntaxKind.EqualsToken && outer.parent.left === outer;
}

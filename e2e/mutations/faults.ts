import path from 'node:path';
import ts from 'typescript';

/** A small change of a source text that its tests should notice. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** Every small fault of a TypeScript or SQL file, each by itself. */
export function faultsOf(file: string, text: string): Fault[] {
  return path.extname(file) === '.sql' ? faultsOfSql(text) : faultsOfTypeScript(file, text);
}

const OPERATORS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.QuestionQuestionToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
};

function faultsOfTypeScript(file: string, text: string): Fault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const add = (node: ts.Node, replacement: string) =>
    faults.push({ start: node.getStart(), end: node.getEnd(), replacement });

  const visit = (node: ts.Node): void => {
    // Types have no behaviour; decorators take effect where the routes are generated.
    if (ts.isTypeNode(node) || ts.isDecorator(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const operator = OPERATORS[node.operatorToken.kind];
      if (operator !== undefined) add(node.operatorToken, operator);
    } else if (
      ts.isPrefixUnaryExpression(node) &&
      node.operator === ts.SyntaxKind.ExclamationToken
    ) {
      add(node, node.operand.getText());
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    else if (ts.isNumericLiteral(node)) add(node, `(${node.getText()} + 1)`);
    else if (ts.isThrowStatement(node)) add(node, `void ${node.expression.getText()};`);
    else if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, ';');
    else if (ts.isConditionalExpression(node) && !isInverted(node.condition)) {
      add(node.condition, `!(${node.condition.getText()})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** Whether a fault of the condition by itself is its opposite. */
function isInverted(condition: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(condition)) return true;
  return ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText());
}

function isCall(expression: ts.Expression): boolean {
  return ts.isAwaitExpression(expression)
    ? isCall(expression.expression)
    : ts.isCallExpression(expression);
}

const SQL: [RegExp, string][] = [
  [/(?<= )=(?= )/g, '<>'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<!\bbetween \S+ )\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/\bnot /g, ''],
  [/\bdesc\b/g, 'asc'],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/ \+ 1\b/g, ' + 2'],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
];

function faultsOfSql(text: string): Fault[] {
  // Comments keep their length, so that places stay what they are.
  const code = text.replace(/--.*/g, comment => ' '.repeat(comment.length));
  return SQL.flatMap(([pattern, replacement]) =>
    [...code.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      replacement,
    })),
  );
}

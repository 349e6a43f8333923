/** Which names a source exports at run time, and which of them others import. */
import { posix } from 'node:path';
import ts from 'typescript';
import { nodesOf } from './syntax';

/** Names that exist when the program runs; types and interfaces are left out. */
export function exportsOf(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return ['default'];
    if (ts.isExportDeclaration(statement)) return statement.isTypeOnly ? [] : named(statement.exportClause);
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const has = (kind: ts.SyntaxKind) => modifiers.some((one) => one.kind === kind);
    if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DeclareKeyword)) return [];
    return has(ts.SyntaxKind.DefaultKeyword) ? ['default'] : declared(statement);
  });
}

const named = (clause: ts.NamedExportBindings | undefined): string[] =>
  clause !== undefined && ts.isNamedExports(clause)
    ? clause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text)
    : [];

function declared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

const bound = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : bound(one.name)));

interface Use {
  /** The importing file's words where it takes the whole module: each may be a name of it. */
  readonly names: ReadonlySet<string>;
  /** From the project's root, without its ending. */
  readonly target: string;
}

/** What a source takes from the project's other sources. */
export function usesOf(source: ts.SourceFile): Use[] {
  const words = () => new Set(source.text.match(/[\w$]+/g));
  const uses: Use[] = [];
  for (const node of nodesOf(source)) {
    const from = specifierOf(node);
    if (!from?.startsWith('.')) continue;
    const target = posix.join(posix.dirname(source.fileName), from.replace(/\?.*$/, ''));
    uses.push({ target: targetOf(target), names: namesOf(node) ?? words() });
  }
  return uses;
}

/** What an import of this file names: without its ending, and a folder by its `index`. */
export const targetOf = (file: string): string =>
  file.replace(/\.(tsx?|mts|mjs|js)$/, '').replace(/\/index$/, '');

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return text(node.moduleSpecifier);
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? text(node.argument.literal) : undefined;
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport ? text(node.arguments[0]) : undefined;
}

const text = (node: ts.Node | undefined): string | undefined =>
  node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;

/** `null` where the whole module is taken. */
function namesOf(node: ts.Node): ReadonlySet<string> | null {
  if (ts.isImportDeclaration(node)) {
    const { name, namedBindings } = node.importClause ?? {};
    if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) return null;
    const elements = namedBindings?.elements ?? [];
    const names = elements.map((one) => (one.propertyName ?? one.name).text);
    return new Set(name === undefined ? names : ['default', ...names]);
  }
  if (!ts.isExportDeclaration(node) || node.exportClause === undefined) return null;
  if (!ts.isNamedExports(node.exportClause)) return null;
  return new Set(node.exportClause.elements.map((one) => (one.propertyName ?? one.name).text));
}

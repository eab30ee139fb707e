// Reads the imports of files from their source text.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

export interface Import {
  /** Path of the importing file from the root of the project. */
  from: string;
  /** Path of the imported file, or the name of a package. */
  to: string;
  isPackage: boolean;
  typeOnly: boolean;
}

/**
 * Extracts the TypeScript of a file; of an .astro file its front matter and scripts. Template expressions hold no
 * imports.
 */
function scriptsOf(file: string, text: string): string {
  if (!file.endsWith('.astro')) return text;
  const frontMatter = /^\s*---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b(?![^>]*is:inline)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  );
  return [frontMatter, ...scripts].join('\n');
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

export function importsOf(file: string, text: string): Import[] {
  const source = ts.createSourceFile(
    'file.tsx',
    scriptsOf(file, text),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: Import[] = [];
  const add = (specifier: ts.Node, typeOnly: boolean) => {
    if (!ts.isStringLiteralLike(specifier)) return;
    const isPackage = !specifier.text.startsWith('.');
    const to = isPackage ? specifier.text : posix.join(posix.dirname(file), specifier.text);
    found.push({ from: file, to, isPackage, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      add(node.moduleSpecifier, isTypeOnly(node));
    } else if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0]
    ) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export function sourceFiles(): string[] {
  return globSync('src/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.ts'] }).sort();
}

export function allImports(): Import[] {
  return sourceFiles().flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));
}

/** @returns files that import each other, directly or through others, and the files between such cycles */
export function filesInCycles(imports: readonly Pick<Import, 'from' | 'to'>[]): string[] {
  let left = imports;
  for (;;) {
    const importing = new Set(left.map(({ from }) => from));
    const imported = new Set(left.map(({ to }) => to));
    // A file at the end of a chain is not part of a cycle.
    const next = left.filter(({ from, to }) => importing.has(to) && imported.has(from));
    if (next.length === left.length) return [...importing].sort();
    left = next;
  }
}

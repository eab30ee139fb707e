// The tables that each file queries, from its source text, and the tables that it may query, from
// docs/architecture.md.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const page = readFileSync('docs/architecture.md', 'utf8');
const [, section = ''] = /\n## Who owns which table\n([\s\S]+?)\n## /.exec(page) ?? [];

const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Rows of the section's tables, without their headings. */
const rows = [...section.matchAll(/^\| (.+?) *\|$/gm)]
  .map(([, row = '']) => row.split(/ *\| /))
  .filter(([first = '']) => first.includes('`'));

/** The folder below src/lib/server that owns a table. */
export const ownerOf = new Map(
  rows
    .filter((cells) => cells.length === 2)
    .flatMap(([owner = '', tables = '']) =>
      namesIn(owner).flatMap((folder) => namesIn(tables).map((table) => [table, folder] as const)),
    ),
);

export interface Exception {
  file: string;
  /** Tables of others. */
  tables: string[];
  reason: string;
}

/** Files that query tables of others. */
export const exceptions: Exception[] = rows
  .filter((cells) => cells.length === 3)
  .map(([file = '', tables = '', reason = '']) => ({
    file: namesIn(file)[0] ?? '',
    tables: namesIn(tables),
    reason,
  }));

/** Bodies of the interfaces that name tables, such as `AppTables`. */
const tableLists = globSync('src/lib/server/platform/db/schema/*-tables.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/export interface \w+Tables \{([\s\S]+?)\n\}/g)].map(
    ([, body = '']) => body,
  ),
);

export const allTables = tableLists.flatMap((body) =>
  [...body.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name),
);

const builders = new Set([
  'selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto',
  'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin',
]); // prettier-ignore

export interface Queries {
  /** Whether the file builds a query at all. */
  builds: boolean;
  /** The tables that it names. */
  tables: Set<string>;
}

/** The queries of a file. */
export function queriesIn(text: string): Queries {
  const found: Queries = { builds: false, tables: new Set() };
  const addNames = (names: Iterable<string>) => {
    for (const name of names) if (allTables.includes(name)) found.tables.add(name);
  };
  const literalsIn = (node: ts.Node): string[] =>
    ts.isStringLiteralLike(node)
      ? [node.text.split(' ')[0] ?? '']
      : node.getChildren().flatMap((child) => literalsIn(child));
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = node.expression;
      const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
      if (builders.has(name) && node.arguments[0]) {
        found.builds = true;
        addNames(literalsIn(node.arguments[0]));
      }
    } else if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      found.builds = true;
      addNames(node.template.getText().match(/\w+/g) ?? []);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Files that implement the database layer. */
const isDatabaseItself = (file: string): boolean =>
  file.startsWith('src/lib/server/platform/db/') || /\/search\/\w+-index\.ts$/.test(file);

/** The violations of a file. */
export function queryViolations(file: string, text: string): string[] {
  const { builds, tables } = queriesIn(text);
  if (!builds) return [];
  const exception = exceptions.find((one) => file === `src/lib/server/${one.file}`);
  const found: string[] = [];
  const isDatabase = isDatabaseItself(file);
  if (!/-(queries|writes)\.ts$/.test(file) && !isDatabase)
    found.push(`${file} builds queries; only *-queries.ts and *-writes.ts do`);
  for (const table of [...tables].sort()) {
    const owner = ownerOf.get(table);
    const isOwn = owner !== undefined && file.startsWith(`src/lib/server/${owner}/`);
    if (!isOwn && !isDatabase && !exception?.tables.includes(table))
      found.push(`${file} queries ${table}, which belongs to ${owner ?? 'nobody'}`);
  }
  return found;
}

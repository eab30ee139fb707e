import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allTables, exceptions, ownerOf, queriesIn, queryViolations } from './support/tables.ts';

const files = globSync('src/**/*.ts', { exclude: ['**/*.test.ts', '**/migrations/**'] }).sort();

describe('Owners of tables', () => {
  test('Every table has one owner, a folder that queries it', () => {
    expect(allTables.length).toBeGreaterThan(25);
    expect([...ownerOf.keys()].sort()).toEqual(allTables.toSorted());
    const idle = [...ownerOf].filter(
      ([table, owner]) =>
        !files.some(
          (file) =>
            file.startsWith(`src/lib/server/${owner}/`) &&
            queriesIn(readFileSync(file, 'utf8')).tables.has(table),
        ),
    );
    expect(idle).toEqual([]);
  });

  test('Only *-queries.ts and *-writes.ts build queries, and only the owner names its tables', () => {
    expect(files.flatMap((file) => queryViolations(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('Every exception is in use and has a reason with a figure', () => {
    const idle = exceptions.flatMap(({ file, tables }) => {
      const path = `src/lib/server/${file}`;
      const named = files.includes(path) ? queriesIn(readFileSync(path, 'utf8')).tables : new Set();
      return tables.filter((table) => !named.has(table)).map((table) => `${file} ${table}`);
    });
    expect(idle).toEqual([]);
    expect(exceptions.filter(({ reason }) => !/\d ms\b/.test(reason))).toEqual([]);
  });

  test.each([
    ['apps/app-queries.ts', "db.selectFrom('view_counts')", ['view_counts']],
    ['apps/app-queries.ts', "db.selectFrom('apps').innerJoin('sessions', 'a', 'b')", ['sessions']],
    ['apps/app-queries.ts', "db.selectFrom(kind === 'a' ? 'apps' : 'codes as c')", ['codes']],
    ['apps/app-queries.ts', "({ selectFrom }) => exists(selectFrom('jobs'))", ['jobs']],
    ['apps/app-queries.ts', 'sql`delete from outbox where id = 1`', ['outbox']],
  ])('Finds a query of the table of another slice in %s: %s', (file, text, tables) => {
    const found = queryViolations(`src/lib/server/${file}`, text);
    expect(found).toEqual(tables.map((table) => expect.stringContaining(` queries ${table}, `) as string));
  });

  test('Finds a query outside of *-queries.ts and *-writes.ts', () => {
    expect(queryViolations('src/lib/server/apps/find-app.ts', "db.selectFrom('apps')")).toHaveLength(1);
    expect(queryViolations('src/lib/server/apps/find-app.ts', "find('apps')")).toEqual([]);
  });
});

import { accounts } from './001-initial/accounts.ts';
import {
  appAddresses,
  apps,
  countsOfGoneApps,
  firstCategories,
  shelves,
  shelvesOverlap,
} from './001-initial/apps.ts';
import { run, type AnyDb } from './001-initial/columns.ts';
import { moderation, rules } from './001-initial/moderation.ts';
import { appendOnly, auditEvents } from './001-initial/append-only.ts';
import { search } from './001-initial/search.ts';
import { work } from './001-initial/work.ts';

/** The schema of version 0.1.0. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl === true;
  const statements = [
    ...[...work, ...accounts, ...apps, ...appAddresses(isPostgres), ...countsOfGoneApps(isPostgres)],
    ...[...shelves, ...shelvesOverlap(isPostgres), ...search(isPostgres), ...moderation, ...rules],
    ...[...auditEvents, ...appendOnly(isPostgres)],
  ];
  await run(db, statements, isPostgres);
  await db.insertInto('categories').values(firstCategories(Date.now())).execute();
}

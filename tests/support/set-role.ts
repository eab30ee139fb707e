// Makes an account of a browser test staff. The operator's command does the same, but takes half a second of processor
// time to start; tests/data/grant-role.test.ts tests it.
import Database from 'better-sqlite3';
import pg from 'pg';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import type { StaffRole } from '../../src/lib/shared/schemas/roles.ts';

async function onPostgres(url: string, email: string, role: StaffRole): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('update users set role = $1 where email = $2', [role, email]);
    return rowCount;
  } finally {
    await client.end();
  }
}

function onSqlite(dataDir: string, email: string, role: StaffRole): number {
  const db = new Database(databaseFile(dataDir), { fileMustExist: true });
  try {
    return db.prepare('update users set role = ? where email = ?').run(role, email).changes;
  } finally {
    db.close();
  }
}

/** Changes the role in the database of the worker's site. */
export async function setRole(email: string, role: StaffRole): Promise<void> {
  const url = process.env['TEST_DATABASE_URL'];
  const changed =
    url === undefined
      ? onSqlite(process.env['TEST_DATA_DIR'] ?? '', email, role)
      : await onPostgres(url, email, role);
  if (changed !== 1) throw new Error(`${String(changed)} accounts have the address ${email}.`);
}

import { sql, type Kysely } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

const columns = [
  'licence',
  'licence_number',
  'licence_holder',
  'cac_number',
  'size',
  'works_offline',
  'needs_account',
  'ads',
  'price',
  'age',
  'languages',
];

/** Facts of apps. docs/decisions/033-facts.md. */
export async function up(db: AnyDb): Promise<void> {
  for (const column of columns)
    await sql.raw(`alter table apps add column ${column} text not null default ''`).execute(db);
}

// What definitions of tables repeat. All of it makes SQL.
import { sql, type Kysely } from 'kysely';

/** A migration describes the schema as it was on its day, so it does not use the types of today's. */
export type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Stands for the type of ids and keys until the engine is known. */
const keyType = ':key';

const columns =
  (type: string) =>
  (...names: string[]): string =>
    names.map((name) => `${name} ${type}`).join(', ');

/** An id, or another text that is compared byte by byte. */
export const key = columns(`${keyType} not null`);
export const uniqueKey = columns(`${keyType} not null unique`);
export const primaryKey = columns(`${keyType} primary key not null`);
export const id = primaryKey('id');
export const text = columns('text not null');
/** Empty unless set. */
export const blank = columns(`text not null default ''`);
export const integer = columns('integer not null');
export const flag = (byDefault: 0 | 1, ...names: string[]): string =>
  columns(`smallint not null default ${String(byDefault)}`)(...names);
/** Counts from 0. */
export const count = columns('bigint not null default 0');
/** Milliseconds since 1970, UTC. */
export const instant = columns('bigint not null');

/** The same columns, which may be null. */
export const optional = {
  key: columns(keyType),
  text: columns('text'),
  instant: columns('bigint'),
};

/** A row of it is removed with the row of `table`. */
export const of = (table: string, column: string): string =>
  `${key(column)} references ${table} on delete cascade`;
export const optionallyOf = (table: string, column: string): string =>
  `${optional.key(column)} references ${table} on delete cascade`;

export const table = (name: string, ...definitions: string[]): string =>
  `create table ${name} (${definitions.join(', ')})`;

/** @param on such as `apps (name)` */
export const index = (name: string, on: string): string => `create index ${name} on ${on}`;
export const uniqueIndex = (name: string, on: string): string => `create unique index ${name} on ${on}`;

/** Keys compare byte by byte on both engines, whatever the locale of a PostgreSQL database is. */
export async function run(db: AnyDb, statements: readonly string[], isPostgres: boolean): Promise<void> {
  const type = isPostgres ? 'text collate "C"' : 'text';
  for (const statement of statements) await sql.raw(statement.replaceAll(keyType, type)).execute(db);
}

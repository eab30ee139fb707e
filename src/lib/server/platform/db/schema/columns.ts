// The words in which schema/ describes the tables, once: the migrations create them from it, and the types of their
// rows follow. Instants are integers: milliseconds since 1970, UTC. Flags are 0 or 1. Both hold on both engines.
import type { Generated } from 'kysely';

/** Both engines store flags as integers. */
export type Flag = 0 | 1;

/** @typeParam Type as Kysely understands it */
export class Column<Type> {
  /** For the compiler only. */
  declare readonly type: Type;
  readonly #name: string;
  readonly #rest: string;
  readonly isIndexed: boolean;

  constructor(name: string, rest = ' not null', isIndexed = false) {
    this.#name = name;
    this.#rest = rest;
    this.isIndexed = isIndexed;
  }

  #with(text: string): Column<Type> {
    return new Column(this.#name, this.#rest + text);
  }

  nullable(): Column<Type | null> {
    return new Column(this.#name, '');
  }

  default(value: string | number): Column<Generated<Type>> {
    return new Column(
      this.#name,
      `${this.#rest} default ${typeof value === 'number' ? value : `'${value}'`}`,
    );
  }

  primary(): Column<Type> {
    return this.#with(' primary key');
  }

  unique(): Column<Type> {
    return this.#with(' unique');
  }

  references(table: string, onDelete = 'no action'): Column<Type> {
    return this.#with(` references ${table} on delete ${onDelete}`);
  }

  /** The row is removed with the row of `table`. */
  of(table: string): Column<Type> {
    return this.references(table, 'cascade');
  }

  /** With an index of this column alone. */
  indexed(): Column<Type> {
    return new Column(this.#name, this.#rest, true);
  }

  sql(isPostgres: boolean): string {
    return `${engineTypes[this.#name]?.[isPostgres ? 1 : 0] ?? this.#name}${this.#rest}`;
  }
}

/** Types on SQLite and PostgreSQL, where they differ. Keys compare byte by byte, whatever a database's locale is. */
const engineTypes: Record<string, [string, string]> = {
  key: ['text', 'text collate "C"'],
  // SQLite finds a row by its `rowid`, for which only a column of this type is another name.
  rowId: ['integer', 'bigint'],
};

/** An id, or another text that is compared byte by byte. */
export const key = <Type extends string = string>() => new Column<Type>('key');
export const text = <Type extends string = string>() => new Column<Type>('text');
export const integer = <Type extends number = number>() => new Column<Type>('integer');
export const bigint = () => new Column<number>('bigint');
export const rowId = () => new Column<number>('rowId').primary();
export const instant = () => new Column<number>('bigint');
export const flag = () => new Column<Flag>('smallint');

/** Grows with each change, so that of two people who change a row at once the second is told. */
export const version = () => new Column<number>('integer');

/**
 * Columns by their names, and under a name of its own what else belongs to the table, in SQL: `index (name)`,
 * `unique index (name) where is_current = 1`, `primary key (user_id, app_id)`, `check (ends_at > starts_at)`.
 */
export type Table = Readonly<Record<string, Column<unknown> | string>>;

/** The columns of a table as Kysely understands them. */
export type ColumnsOf<Described extends Table> = {
  [
    Name in keyof Described as Described[Name] extends Column<unknown> ? Name : never
  ]: Described[Name] extends Column<infer Type> ? Type : never;
};

/** The statements that create the tables and their indexes. A table comes after those that it refers to. */
export function creating(tables: Readonly<Record<string, Table>>, isPostgres: boolean): string[] {
  return Object.entries(tables).flatMap(([table, entries]) => {
    const inside: string[] = [];
    const indexes: string[] = [];
    for (const [name, entry] of Object.entries(entries)) {
      if (entry instanceof Column) {
        inside.push(`${name} ${entry.sql(isPostgres)}`);
        if (entry.isIndexed) indexes.push(`create index ${table}_${name} on ${table} (${name})`);
      } else if (/^(unique )?index /.test(entry))
        indexes.push(`create ${entry.replace('index', `index ${name} on ${table}`)}`);
      else inside.push(`constraint ${name} ${entry}`);
    }
    // SQLite wants constraints after all columns.
    return [`create table ${table} (${inside.join(', ')})`, ...indexes];
  });
}

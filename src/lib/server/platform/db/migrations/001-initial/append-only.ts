// Tables whose rows are only added. Triggers refuse every other change, whoever connects to the database.
import { id, index, instant, optional, table, text } from './columns.ts';

export const auditEvents = [
  // No foreign key: what happened to an account is known after the account is gone (docs/decisions/010-proof.md).
  table('audit_events', id, instant('at'), text('event', 'client'), optional.key('user_id')),
  index('audit_events_of_user', 'audit_events (user_id, at)'),
  index('audit_events_by_kind', 'audit_events (event, at)'),
  index('audit_events_by_time', 'audit_events (at)'),
];

const days = (count: number): string => String(count * 86_400_000);
const isRefusal = `(old.event like '%refused' or old.event = 'account.create-repeated')`;

interface AppendOnly {
  fixed: readonly string[];
  /** What a deleted account takes with it: its id, and what was written about it. */
  nulls?: readonly string[];
  empty?: readonly string[];
  /** Milliseconds for which a row cannot be removed, as SQL about `old`. */
  keptFor: string;
}

const tables: Readonly<Record<string, AppendOnly>> = {
  audit_events: {
    fixed: ['id', 'at', 'event', 'user_id', 'client'],
    // The ages are those of platform/security/audit.ts.
    keptFor: `(case when ${isRefusal} then ${days(30)} else ${days(400)} end)`,
  },
  case_events: {
    fixed: ['id', 'case_id', 'at', 'event'],
    nulls: ['actor_id'],
    empty: ['text'],
    keptFor: days(1_095),
  },
  decisions: {
    fixed: [
      ...['id', 'number', 'case_id', 'bulk_id', 'reverses_id', 'at', 'source', 'action', 'policy'],
      ...['policies_version', 'public_reason', 'subject_kind', 'state_before', 'state_after'],
    ],
    nulls: ['owner_id', 'actor_id', 'subject_id'],
    empty: ['subject_name', 'owner_reason'],
    keptFor: days(1_095),
  },
};

export function appendOnly(isPostgres: boolean): string[] {
  // The database's own clock: nobody can remove traces by setting the server's.
  const now = isPostgres
    ? '(extract(epoch from clock_timestamp()) * 1000)::bigint'
    : `cast(unixepoch('subsec') * 1000 as integer)`;
  const isChanged = isPostgres ? 'is distinct from' : 'is not';
  const triggers = Object.entries(tables).flatMap(([name, { fixed, nulls = [], empty = [], keptFor }]) => {
    const changed = (column: string): string => `new.${column} ${isChanged} old.${column}`;
    const isForbidden = [
      ...fixed.map(changed),
      ...nulls.map((column) => `(new.${column} is not null and ${changed(column)})`),
      ...empty.map((column) => `(new.${column} <> '' and ${changed(column)})`),
    ].join(' or ');
    const refuse = isPostgres
      ? 'execute function refuse_change()'
      : `begin select raise(abort, '${name} only grows'); end`;
    const trigger = (change: string, before: string, when: string): string =>
      `create trigger ${name}_no_${change} before ${before} on ${name} for each row when (${when}) ${refuse}`;
    return [
      trigger('update', 'update', isForbidden),
      trigger('early_delete', 'delete', `old.at > ${now} - ${keptFor}`),
      isPostgres
        ? `create trigger ${name}_no_truncate before truncate on ${name} ${refuse}`
        : // 'insert or replace' would remove the existing row without a word.
          trigger('replace', 'insert', `exists (select 1 from ${name} where id = new.id)`),
    ];
  });
  if (!isPostgres) return triggers;
  return [
    `create function refuse_change() returns trigger language plpgsql as $$
     begin
       raise exception '% only grows', tg_table_name;
     end $$`,
    ...triggers,
  ];
}

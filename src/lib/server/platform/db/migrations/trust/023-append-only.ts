// Triggers that let rows of the tables of events and decisions be added only. Part of migration 023.
const day = 86_400_000;

/** Days for which rows cannot be removed. The clock is the database's own. */
const keptDays = 1_095;

/** What a deleted account may take with it: its id and what was written about it. Everything else never changes. */
const erasable = {
  case_events: { nulls: ['actor_id'], empty: ['text'] },
  decisions: { nulls: ['owner_id', 'actor_id', 'subject_id'], empty: ['subject_name', 'owner_reason'] },
};

const fixed = {
  case_events: ['id', 'case_id', 'at', 'event'],
  decisions: [
    'id', 'number', 'case_id', 'bulk_id', 'reverses_id', 'at', 'source', 'action', 'policy', 'policies_version',
    'public_reason', 'subject_kind', 'state_before', 'state_after',
  ],
}; // prettier-ignore

/** @returns the statements that create the triggers */
export function appendOnly(table: keyof typeof erasable, isPostgres: boolean): string[] {
  const refusal = `${table} only grows`;
  const { nulls, empty } = erasable[table];
  const isChanged = isPostgres ? 'is distinct from' : 'is not';
  const isForbidden = [
    ...fixed[table].map((column) => `new.${column} ${isChanged} old.${column}`),
    ...nulls.map((column) => `(new.${column} is not null and new.${column} ${isChanged} old.${column})`),
    ...empty.map((column) => `(new.${column} <> '' and new.${column} ${isChanged} old.${column})`),
  ].join(' or ');
  const isYoung = (now: string) => `old.at > ${now} - ${String(keptDays * day)}`;
  if (!isPostgres)
    return [
      `create trigger ${table}_no_update before update on ${table} when ${isForbidden} begin
         select raise(abort, '${refusal}');
       end`,
      // 'insert or replace' would remove the existing row without a word.
      `create trigger ${table}_no_replace before insert on ${table}
         when exists (select 1 from ${table} where id = new.id) begin
         select raise(abort, '${refusal}');
       end`,
      `create trigger ${table}_no_early_delete before delete on ${table}
         when ${isYoung(`cast(unixepoch('subsec') * 1000 as integer)`)} begin
         select raise(abort, '${refusal}');
       end`,
    ];
  return [
    `create function refuse_${table}_change() returns trigger language plpgsql as $$
     begin
       if TG_OP = 'DELETE' then
         if ${isYoung('(extract(epoch from clock_timestamp()) * 1000)::bigint')} then
           raise exception '${refusal}';
         end if;
         return old;
       end if;
       if ${isForbidden} then
         raise exception '${refusal}';
       end if;
       return new;
     end $$`,
    `create function refuse_${table}_truncate() returns trigger language plpgsql as $$
     begin
       raise exception '${refusal}';
     end $$`,
    `create trigger ${table}_no_change before update or delete on ${table}
       for each row execute function refuse_${table}_change()`,
    `create trigger ${table}_no_truncate before truncate on ${table}
       for each statement execute function refuse_${table}_truncate()`,
  ];
}

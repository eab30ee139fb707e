// What staff and second factors have left of people, listings, appeals and cases: in the model, and in the database.
import type { Model } from './directory-state.ts';
import type { TestApi } from './test-api.ts';

export function storedOfModel(model: Model): Record<'desk' | 'people' | 'rows', unknown> {
  return { rows: rowsOfModel(model), people: peopleOfModel(model), desk: casesOfModel(model) };
}

export async function storedOfProduct(
  api: TestApi,
  model: Model,
): Promise<Record<'desk' | 'people' | 'rows', unknown>> {
  return {
    rows: await rowsOfProduct(api, model),
    people: await peopleOfProduct(api, model),
    desk: await casesOfProduct(api, model),
  };
}

/** The people in the model. */
function peopleOfModel(model: Model): unknown {
  return model.people.map((person, index) => {
    if (!person.exists) return null;
    const counting = model.decisions.filter(
      ({ owner, ownerId, strike }) => owner === index && ownerId === person.id && strike === 'counts',
    );
    const { factor, restrictedBy, suspended } = person;
    return {
      suspended,
      isRestricted: restrictedBy !== null,
      strikes: counting.length,
      codes: factor ? factor.codes.filter(({ used }) => !used).length : null,
    };
  });
}

/** Reads the people from the database. */
async function peopleOfProduct({ product }: TestApi, model: Model): Promise<unknown> {
  const { read } = product.db;
  const people = [];
  for (const { exists, id } of model.people) {
    const user = read
      .selectFrom('users')
      .select('banned_at')
      .where('id', '=', id)
      .where('closed_at', 'is', null);
    const row = await user.executeTakeFirst();
    const strikes = read.selectFrom('strikes').select('id').where('user_id', '=', id);
    const totp = read.selectFrom('totp_secrets').select('user_id').where('user_id', '=', id);
    const codes = read.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', id);
    const restrictions = read.selectFrom('restrictions').select('id').where('account_id', '=', id);
    const hasFactor = (await totp.where('confirmed_at', 'is not', null).execute()).length > 0;
    people.push(
      exists
        ? {
            suspended: row?.banned_at != null,
            isRestricted: (await restrictions.execute()).length > 0,
            strikes: (await strikes.where('revoked_at', 'is', null).execute()).length,
            codes: hasFactor ? (await codes.where('used_at', 'is', null).execute()).length : null,
          }
        : null,
    );
  }
  return people;
}

/** The appeals and open cases, in the model. */
function casesOfModel(model: Model): unknown {
  const appeals = model.decisions.flatMap(({ id, appeal }) => (appeal ? [[id, appeal.state] as const] : []));
  const cases = model.apps.flatMap(({ alive, openCase }) => (alive && openCase !== null ? [openCase] : []));
  return { appeals: Object.fromEntries(appeals.sort()), cases: cases.sort() };
}

/** Reads the same from the database, for the decisions and apps of the model. */
async function casesOfProduct({ product }: TestApi, model: Model): Promise<unknown> {
  const { read } = product.db;
  const decisions = model.decisions.map(({ id }) => id);
  const appeals =
    decisions.length === 0
      ? []
      : await read
          .selectFrom('appeals')
          .select(['decision_id', 'outcome'])
          .where('decision_id', 'in', decisions)
          .execute();
  const apps = model.apps.filter(({ alive }) => alive).map(({ id }) => id);
  const cases =
    apps.length === 0
      ? []
      : await read
          .selectFrom('cases')
          .select('number')
          .where('kind', '=', 'report')
          .where('subject_id', 'in', apps)
          .where('state', '!=', 'decided')
          .execute();
  const states = appeals.map((row) => [row.decision_id, row.outcome ?? 'open'] as const);
  return { appeals: Object.fromEntries(states.sort()), cases: cases.map(({ number }) => number).sort() };
}

/** The rows of all apps in the model, those that nobody finds included. */
function rowsOfModel({ apps }: Model): unknown {
  const alive = apps.filter((app) => app.alive);
  return alive
    .map(({ category, decision, description, id, lifecycle, name, nameId, releases, state, ...app }) => ({
      id,
      name,
      nameId,
      description,
      category,
      state,
      lifecycle,
      decision,
      wasUnlisted: app.wasUnlisted,
      successor: alive.some((one) => one.id === app.successor) ? app.successor : null,
      version: releases.at(-1) ?? '',
      releases: releases.toSorted(),
    }))
    .sort(byId);
}

/** Reads the same from the database. */
async function rowsOfProduct({ product }: TestApi, model: Model): Promise<unknown> {
  const { read } = product.db;
  const ids = model.apps.filter(({ alive }) => alive).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('apps')
    .innerJoin('app_categories', 'app_categories.app_id', 'apps.id')
    .leftJoin('decisions', 'decisions.number', 'apps.state_decision')
    .select(['apps.id', 'apps.name', 'apps.name_id as nameId', 'apps.description', 'app_categories.category'])
    .select(['apps.state', 'apps.state_before', 'apps.lifecycle', 'apps.replaced_by'])
    .select('decisions.id as decision')
    .where('apps.id', 'in', ids)
    .execute();
  const versions = await read
    .selectFrom('versions')
    .select(['app_id', 'version', 'is_current'])
    .where('app_id', 'in', ids)
    .execute();
  return rows
    .map(({ replaced_by: successor, state_before, ...row }) => {
      const own = versions.filter(({ app_id }) => app_id === row.id);
      return {
        ...row,
        wasUnlisted: state_before === 'unlisted',
        successor: successor !== null && ids.includes(successor) ? successor : null,
        version: own.find(({ is_current }) => is_current === 1)?.version ?? '',
        releases: own.map(({ version }) => version).sort(),
      };
    })
    .sort(byId);
}

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

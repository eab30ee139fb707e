// Products on which sequences of the model run side by side.
import { decodeJwt } from 'jose';
import { firstPassword, newestCode } from './directory-under-test.ts';
import { newPerson, type Model } from './directory-state.ts';
import { createTestApi, type TestApi } from './test-api.ts';
import type { EngineName } from './test-product.ts';

export interface Lane {
  api: TestApi;
  clock: { now: number };
  /** Sessions of the two permanent people. */
  kept: { access: string; refresh: string; password: string }[];
  /** Two members of staff. */
  staffIds: string[];
}

const permanentEmails = ['ada@example.com', 'bola@example.com'];
const staffEmails = ['ify@example.com', 'jide@example.com'];

export async function openLane(engine: EngineName): Promise<Lane> {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const api = await createTestApi(engine, {
    clock: () => clock.now,
    rateLimit: false,
    wakeMail: () => undefined,
  });
  const kept = [];
  const staffIds: string[] = [];
  for (const email of [...staffEmails, ...permanentEmails]) {
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password: firstPassword });
    const { body } = await api.post('/user/verify/', { email, code: await newestCode(api, email) });
    const { data } = body as { data: { access: string; refresh: string } };
    if (permanentEmails.includes(email)) kept.push({ ...data, password: firstPassword });
    else staffIds.push(decodeJwt<{ user_id: string }>(data.access).user_id);
  }
  await api.product.db.write(async (trx) => {
    await trx.updateTable('users').set({ role: 'admin' }).where('id', 'in', staffIds).execute();
  });
  return { api, clock, kept, staffIds };
}

/** Clears the directory but for the two permanent people, each with one session. */
export async function newModel({ api, clock, kept }: Lane): Promise<Model> {
  clock.now += 60_000;
  await clear(
    api,
    [...permanentEmails, ...staffEmails],
    kept.map(({ access }) => access),
  );
  const model: Model = { now: clock.now, people: [], sessions: [], apps: [], decisions: [], bulks: [] };
  for (const [person, email] of permanentEmails.entries()) {
    const known = kept[person];
    if (!known) throw new Error('A lane has two people.');
    let answer = await api.post('/token/refresh/', { refresh: known.refresh });
    if (answer.status !== 200) answer = await api.post('/token/', { email, password: known.password });
    const pair = answer.body as { access: string; refresh: string };
    Object.assign(known, pair);
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${pair.access}` } });
    const { id } = me.body as { id: string };
    model.people.push({
      email,
      password: known.password,
      id,
      verified: true,
      exists: true,
      code: null,
      deleted: [],
      ...newPerson,
    });
    const refresh = [{ value: pair.refresh, used: null }];
    model.sessions.push({
      person,
      revoked: false,
      access: pair.access,
      issued: model.now,
      factorAt: null,
      refresh,
    });
  }
  for (const email of ['chi@example.com', 'dayo@example.com'])
    model.people.push({
      email,
      password: firstPassword,
      id: '',
      verified: false,
      exists: false,
      code: null,
      deleted: [],
      ...newPerson,
    });
  return model;
}

/** Removes everything but the people of `emails` and the sessions of these tokens. */
async function clear(api: TestApi, emails: string[], accessTokens: string[]): Promise<void> {
  const sessionIds = accessTokens.map((token) => decodeJwt<{ sid: string }>(token).sid);
  await api.product.db.write(async (trx) => {
    await trx.deleteFrom('apps').execute();
    await trx.deleteFrom('gone_name_ids').execute();
    await trx.deleteFrom('deletions').execute();
    await trx.deleteFrom('outbox').execute();
    await trx.deleteFrom('sessions').where('id', 'not in', sessionIds).execute();
    await trx.updateTable('sessions').set({ factor_at: null }).execute();
    await trx.deleteFrom('users').where('email_key', 'not in', emails).execute();
    await trx.updateTable('users').set({ banned_at: null, ban_reason: '' }).execute();
    await trx.deleteFrom('restrictions').where('account_id', 'is not', null).execute();
    await trx.deleteFrom('strikes').execute();
    await trx.deleteFrom('recovery_codes').execute();
    await trx.deleteFrom('totp_secrets').execute();
    await trx.deleteFrom('factor_challenges').execute();
    await trx.deleteFrom('jobs').execute();
  });
}

// Products on which sequences of the model run side by side.
import { clear, firstPassword, newestCode } from './directory-under-test.ts';
import type { Model } from './directory-state.ts';
import { createTestApi, type TestApi } from './test-api.ts';
import type { EngineName } from './test-product.ts';

export interface Lane {
  api: TestApi;
  clock: { now: number };
  /** Sessions of the two permanent people. */
  kept: { access: string; refresh: string; password: string }[];
}

const permanentEmails = ['ada@example.com', 'bola@example.com'];

export async function openLane(engine: EngineName): Promise<Lane> {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const api = await createTestApi(engine, {
    clock: () => clock.now,
    rateLimit: false,
    wakeMail: () => undefined,
  });
  const kept = [];
  for (const email of permanentEmails) {
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password: firstPassword });
    const { body } = await api.post('/user/verify/', { email, code: await newestCode(api, email) });
    const { data } = body as { data: { access: string; refresh: string } };
    kept.push({ ...data, password: firstPassword });
  }
  return { api, clock, kept };
}

/** Clears the directory but for the two permanent people, each with one session. */
export async function newModel({ api, clock, kept }: Lane): Promise<Model> {
  clock.now += 60_000;
  await clear(
    api,
    permanentEmails,
    kept.map(({ access }) => access),
  );
  const model: Model = { now: clock.now, people: [], sessions: [], apps: [] };
  for (const [person, email] of permanentEmails.entries()) {
    const known = kept[person];
    if (!known) throw new Error('A lane has two people.');
    let answer = await api.post('/token/refresh/', { refresh: known.refresh });
    if (answer.status !== 200) answer = await api.post('/token/', { email, password: known.password });
    const pair = answer.body as { access: string; refresh: string };
    Object.assign(known, pair);
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${pair.access}` } });
    const { id } = me.body as { id: string };
    model.people.push({ email, password: known.password, id, verified: true, exists: true, code: null });
    const refresh = [{ value: pair.refresh, used: null }];
    model.sessions.push({ person, revoked: false, access: pair.access, issued: model.now, refresh });
  }
  for (const email of ['chi@example.com', 'dayo@example.com'])
    model.people.push({ email, password: firstPassword, id: '', verified: false, exists: false, code: null });
  return model;
}

// The product beside its model: sends the operations of the model, and reads both states in the same form.
import pLimit from 'p-limit';
import { decodeJwt } from 'jose';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import { fieldsOf } from './directory-apps.ts';
import { isLive } from './directory-model.ts';
import { categoryOf, type Answered, type Model, type Operation } from './directory-state.ts';
import type { TestApi } from './test-api.ts';

/** Hashes in progress in this process: the product would refuse more at once. */
const hashes = pLimit(8);
const hashing = new Set<Operation['kind']>(['sign up', 'log in', 'change password', 'delete account']);

export const firstPassword = 'correct horse battery';

/** Sends an operation with the tokens and ids of the model. */
export async function send(api: TestApi, model: Model, operation: Operation): Promise<Answered> {
  const work = async (): Promise<Answered> => {
    const [method, path, json, access] = requestOf(model, operation);
    const { status, body } = await api.request(path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status, body: body as Answered['body'] };
  };
  return hashing.has(operation.kind) ? await hashes(work) : await work();
}

type Sent = [
  method: string,
  path: string,
  json?: Record<string, string> | undefined,
  access?: string | undefined,
];

function requestOf(model: Model, operation: Operation): Sent {
  const person = 'person' in operation ? model.people[operation.person] : undefined;
  const session = 'session' in operation ? model.sessions[operation.session] : undefined;
  const email = person?.email ?? '';
  const owner = session && model.people[session.person];
  const access = session?.access;
  switch (operation.kind) {
    case 'sign up':
      return ['POST', '/user/', { firstname: 'Ada', lastname: 'Obi', email, password: operation.password }];
    case 'resend':
      return ['POST', '/user/resend-registration-code/', { email }];
    case 'verify':
      return ['POST', '/user/verify/', { email, code: operation.code }];
    case 'log in':
      return ['POST', '/token/', { email, password: operation.password }];
    case 'refresh':
      return ['POST', '/token/refresh/', { refresh: session?.refresh[operation.token]?.value ?? 'none' }];
    case 'log out':
      return ['POST', '/logout/', { refresh: session?.refresh[operation.token]?.value ?? 'none' }];
    case 'change password': {
      const json = { current_password: operation.password, new_password: operation.next };
      return ['POST', `/user/${owner?.id ?? ''}/change-password/`, json, access];
    }
    case 'delete account':
      return ['POST', `/user/${owner?.id ?? ''}/delete/`, { password: operation.password }, access];
    case 'create': {
      const { name } = operation;
      const category = categoryOf(operation.category);
      return ['POST', '/app/', { name, description: 'New.', website: 'https://myapp.ng', category }, access];
    }
    case 'update': {
      const { category, ...texts } = operation.change;
      const json = { ...texts, ...(category !== undefined && { category: categoryOf(category) }) };
      return ['PATCH', `/app/${operation.app}/`, json, access];
    }
    case 'release': {
      const { app, version } = operation;
      return [
        'POST',
        '/app/version/',
        { app, version, latest_feature: 'New.', release_type: 'LIVE' },
        access,
      ];
    }
    case 'delete':
      return ['DELETE', `/app/${operation.app}/`, undefined, access];
    case 'wait':
      throw new Error('Nothing is sent while time passes.');
  }
}

/** The state of the model as readers and the holders of sessions see it. */
export function viewOfModel(model: Model): unknown {
  const alive = model.apps.filter((app) => app.alive);
  const names = new Set(model.apps.flatMap((app) => [app.nameId, ...app.oldNameIds]));
  return {
    apps: alive
      .map((app) => ({
        ...fieldsOf(app),
        owner: model.people[app.owner]?.id,
        releases: app.releases.toSorted(),
      }))
      .sort(byId),
    names: Object.fromEntries(
      [...names].sort().map((name) => {
        const own = alive.find((app) => app.nameId === name);
        const renamed = alive.find((app) => app.oldNameIds.includes(name));
        return [name, own ? `found ${own.id}` : renamed ? `renamed ${renamed.nameId}` : 'gone'];
      }),
    ),
    categories: [0, 1, 2].map((index) =>
      alive
        .filter((app) => app.category === categoryOf(index))
        .map(({ id }) => id)
        .sort(),
    ),
    sessions: model.sessions.map((session) =>
      isLive(model, session) ? { verified: model.people[session.person]?.verified } : null,
    ),
  };
}

/** Reads the same state from the product. @param model names the apps and sessions to read */
export async function viewOfProduct(api: TestApi, model: Model): Promise<unknown> {
  const idsOf = async (path: string) => (await api.get<{ results: AppJson[] }>(path)).results;
  const apps = await idsOf('/app/');
  const names = new Set(model.apps.flatMap((app) => [app.nameId, ...app.oldNameIds]));
  const found: [string, string][] = [];
  for (const name of [...names].sort()) {
    const one = await api.product.services.apps.findApp(name);
    const more = one.kind === 'found' ? ` ${one.app.id}` : one.kind === 'renamed' ? ` ${one.nameId}` : '';
    found.push([name, one.kind + more]);
  }
  const listed = [];
  for (const app of apps) {
    const { results } = await api.get<{ results: VersionJson[] }>(`/app/version/?app=${app.id}`);
    const { id, name, name_id, description, category, version, owner } = app;
    const releases = results.map((release) => release.version).sort();
    listed.push({ id, name, name_id, description, category, version, owner: owner.id, releases });
  }
  const categories = [];
  for (const index of [0, 1, 2]) {
    const some = await idsOf(`/app/?category=${encodeURIComponent(categoryOf(index))}`);
    categories.push(some.map(({ id }) => id).sort());
  }
  const sessions = [];
  for (const { access } of model.sessions) {
    const { status, body } = await api.request('/user/me/', {
      headers: { authorization: `Bearer ${access}` },
    });
    sessions.push(status === 200 ? { verified: (body as { is_verified: boolean }).is_verified } : null);
  }
  return { apps: listed.sort(byId), names: Object.fromEntries(found), categories, sessions };
}

function byId(one: Record<string, unknown>, other: Record<string, unknown>): number {
  return String(one['id']) < String(other['id']) ? -1 : 1;
}

/** The newest code in the unsent mails to this address. */
export async function newestCode(api: TestApi, email: string): Promise<string> {
  const rows = await api.product.db.read
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute();
  for (const { text } of rows) {
    const code = /^([A-Z0-9]{8})\s*$/m.exec(text)?.[1];
    if (code !== undefined) return code;
  }
  return 'NONESENT';
}

/** Removes everything but the people of `emails` and the sessions of these tokens. */
export async function clear(api: TestApi, emails: string[], accessTokens: string[]): Promise<void> {
  const sessionIds = accessTokens.map((token) => decodeJwt<{ sid: string }>(token).sid);
  await api.product.db.write(async (trx) => {
    await trx.deleteFrom('apps').execute();
    await trx.deleteFrom('gone_name_ids').execute();
    await trx.deleteFrom('outbox').execute();
    await trx.deleteFrom('sessions').where('id', 'not in', sessionIds).execute();
    await trx.deleteFrom('users').where('email_key', 'not in', emails).execute();
  });
}

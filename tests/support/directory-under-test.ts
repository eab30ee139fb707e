// The product beside its model: sends the operations of the model, and reads both states in the same form.
import pLimit from 'p-limit';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import type { ListingState } from '../../src/lib/shared/schemas/listing-states.ts';
import { changeListingState } from '../../src/lib/server/apps/index.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { sendAppeal, sendByStaff, sendOfFactor, sendReport } from './desk-under-test.ts';
import { storedOfModel, storedOfProduct } from './desk-views.ts';
import { fieldsOf } from './directory-apps.ts';
import { isLive } from './directory-model.ts';
import { categoryOf, isListed, isVisible } from './directory-state.ts';
import type { Answered, DeskOperation, FactorOperation, Model, Operation } from './directory-state.ts';
import type { TestApi } from './test-api.ts';

/** Hashes in progress in this process: the product would refuse more at once. */
const hashes = pLimit(8);
const hashing = new Set<Operation['kind']>([
  ...(['sign up', 'log in', 'change password', 'delete account'] as const),
  ...(['add factor', 'remove factor', 'log in by code'] as const),
]);

export const firstPassword = 'correct horse battery';

/** Sends an operation with the tokens and ids of the model. */
export async function send(
  api: TestApi,
  model: Model,
  { operation, staffIds }: { operation: Operation; staffIds: readonly string[] },
): Promise<Answered> {
  const work = async (): Promise<Answered> => {
    switch (operation.kind) {
      case 'decide':
        return await decide(api, operation.app, operation.to);
      case 'report':
        return await sendReport(api, operation.app, model.sessions[operation.session]?.access ?? '');
      case 'appeal':
        return await sendAppeal(api, operation.decision);
      case 'decide case':
      case 'decide appeal':
      case 'bulk':
      case 'suspend':
      case 'undo':
        return await sendByStaff(api, model, { operation, staffIds });
      case 'add factor':
      case 'remove factor':
      case 'prove':
      case 'log in by code':
        return await sendOfFactor(api, model, operation);
      default:
        return await sendPlain(operation);
    }
  };
  const sendPlain = async (plain: PlainOperation): Promise<Answered> => {
    const [method, path, json, access] = requestOf(model, plain);
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

/** Decides as staff do, in one transaction. */
async function decide({ product }: TestApi, id: string, to: ListingState): Promise<Answered> {
  const row = await product.db.write(async (trx) => {
    const owner = await trx
      .selectFrom('apps')
      .innerJoin('users', 'users.id', 'apps.owner_id')
      .select('banned_at')
      .where('apps.id', '=', id)
      .executeTakeFirst();
    // A rule ends its other holds by itself, once a change leaves nothing to hold the listing for.
    const change = { id, to, policy: 'spam', now: product.clock(), isOwnerOpen: owner?.banned_at === null };
    const changed = await changeListingState(trx, change);
    if (changed) await createReindex(product.db)(trx, [id]);
    return changed;
  });
  return { status: row ? 200 : 409, body: {} };
}

/** What a single request does. */
type PlainOperation = Exclude<Operation, DeskOperation | FactorOperation | { kind: 'decide' }>;

type Sent = [
  method: string,
  path: string,
  json?: Record<string, string> | undefined,
  access?: string | undefined,
];

function requestOf(model: Model, operation: PlainOperation): Sent {
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
      throw new Error(`Nothing is sent for '${operation.kind}'.`);
  }
}

/** The state of the model as readers and the holders of sessions see it. */
export function viewOfModel(model: Model): unknown {
  const alive = model.apps.filter((app) => app.alive);
  const names = new Set(model.apps.flatMap((app) => [app.nameId, ...app.oldNameIds]));
  return {
    apps: alive
      .filter((app) => isListed(model, app))
      .map((app) => ({
        ...fieldsOf(model, app),
        owner: model.people[app.owner]?.id,
        releases: app.releases.toSorted(),
      }))
      .sort(byId),
    names: Object.fromEntries(
      [...names].sort().map((name) => {
        const own = alive.find((app) => app.nameId === name);
        if (own?.state === 'held') return [name, 'held'];
        if (own) return [name, isVisible(model, own) ? `found ${own.id} ${own.state}` : 'removed'];
        const renamed = alive.find((app) => app.oldNameIds.includes(name));
        if (renamed) return [name, renamed.state === 'held' ? 'held' : `renamed ${renamed.nameId}`];
        return [name, 'gone'];
      }),
    ),
    categories: [0, 1, 2].map((index) =>
      alive
        .filter((app) => isListed(model, app) && app.category === categoryOf(index))
        .map(({ id }) => id)
        .sort(),
    ),
    sessions: model.sessions.map((session) =>
      isLive(model, session) ? { verified: model.people[session.person]?.verified } : null,
    ),
    ...storedOfModel(model),
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
    const more =
      one.kind === 'found'
        ? ` ${one.app.id} ${one.app.state}`
        : one.kind === 'renamed'
          ? ` ${one.nameId}`
          : '';
    // A held app is missing like one that never was; an address that another app had before may be gone as well.
    const isHeld = model.apps.some(
      (app) => app.alive && app.state === 'held' && [app.nameId, ...app.oldNameIds].includes(name),
    );
    found.push([name, isHeld && (one.kind === 'missing' || one.kind === 'gone') ? 'held' : one.kind + more]);
  }
  const listed = [];
  for (const app of apps) {
    const { results } = await api.get<{ results: VersionJson[] }>(`/app/version/?app=${app.id}`);
    const { id, name, name_id, description, category, version, owner, state, lifecycle, replaced_by } = app;
    const releases = results.map((release) => release.version).sort();
    const facts = { id, name, name_id, description, category, version, state, lifecycle, replaced_by };
    listed.push({ ...facts, owner: owner.id, releases });
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
  return {
    ...{ apps: listed.sort(byId), names: Object.fromEntries(found), categories, sessions },
    ...(await storedOfProduct(api, model)),
  };
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

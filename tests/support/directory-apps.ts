// The apps of the model directory: their names, name_ids and releases.
import { reservedApiNames, reservedPaths } from '../../src/lib/shared/addresses/urls.ts';
import { isOwnerState, type ListingState } from '../../src/lib/shared/schemas/listing-states.ts';
import { collapseSpaces, nameKey, slugify } from '../../src/lib/shared/text/text.ts';
import {
  categoryOf,
  isListed,
  type Answered,
  type Change,
  type Expected,
  type Model,
  type ModelApp,
} from './directory-state.ts';

const reserved = new Set([...reservedApiNames, ...reservedPaths]);

export function create(
  model: Model,
  owner: number,
  { name: given, category }: { name: string; category: number },
  { body }: Answered,
): Expected {
  const name = collapseSpaces(given);
  if (isNameTaken(model, name, { owner, app: null })) return { status: 400 };
  if (model.people[owner]?.restrictedBy != null) return { status: 403 };
  const app: ModelApp = {
    id: String(body['id']),
    owner,
    name,
    nameId: allocate(model, name, null),
    oldNameIds: [],
    description: 'New.',
    category: categoryOf(category),
    releases: ['0.1.0'],
    alive: true,
    state: 'public',
    wasUnlisted: false,
    lifecycle: 'active',
    successor: null,
    openCase: null,
    reporters: [],
    decision: null,
  };
  model.apps.push(app);
  return { status: 201, body: fieldsOf(model, app) };
}

export function update(model: Model, app: ModelApp, change: Change): Expected {
  const isRestricted = model.people[app.owner]?.restrictedBy != null;
  if (isRestricted && changesAnything(model, app, change)) return { status: 403 };
  const refused = refusalOf(model, app, change);
  if (refused) return refused;
  if (change.name !== undefined) {
    const name = collapseSpaces(change.name);
    if (slugify(name) !== slugify(app.name)) {
      const nameId = allocate(model, name, app);
      if (nameId !== app.nameId) {
        app.oldNameIds = [...app.oldNameIds.filter((old) => old !== nameId), app.nameId];
        app.nameId = nameId;
      }
    }
    app.name = name;
  }
  choose(app, change);
  if (change.description !== undefined) app.description = change.description;
  if (change.category !== undefined) app.category = categoryOf(change.category);
  if (change.version !== undefined) app.releases[app.releases.length - 1] = change.version;
  return { status: 200, body: fieldsOf(model, app) };
}

/** A restricted account may send again what an app has already. */
function changesAnything(model: Model, app: ModelApp, change: Change): boolean {
  if (change.replaced_by === '' && app.lifecycle === 'discontinued') return true;
  const { name = app.name, category, version, state, lifecycle, description } = change;
  const successor = model.apps.find((one) => one.id === app.successor && isListed(model, one));
  const isSame =
    collapseSpaces(name) === app.name &&
    (category === undefined || categoryOf(category) === app.category) &&
    (version ?? app.releases.at(-1)) === app.releases.at(-1) &&
    (state ?? app.state) === app.state &&
    (lifecycle ?? app.lifecycle) === app.lifecycle &&
    (description ?? app.description) === app.description;
  return (
    !isSame ||
    (change.replaced_by ?? successor?.id ?? '') !== (successor?.id ?? '') ||
    Boolean(change.replaced_by)
  );
}

/** A change is stored whole, or refused whole. */
function refusalOf(model: Model, app: ModelApp, change: Change): Expected | null {
  const name = collapseSpaces(change.name ?? app.name);
  if (name !== app.name && isNameTaken(model, name, { owner: app.owner, app })) return { status: 400 };
  if (change.state !== undefined && change.state !== app.state && !isOwnerState(app.state))
    return { status: 403 };
  if (!change.replaced_by) return null;
  if ((change.lifecycle ?? app.lifecycle) === 'active') return { status: 400 };
  const byId = (id: string | null) => model.apps.find((one) => one.id === id);
  const successor = byId(change.replaced_by);
  if (!successor || !isListed(model, successor)) return { status: 400 };
  for (let next: ModelApp | undefined = successor; next; next = next.alive ? byId(next.successor) : undefined)
    if (next === app) return { status: 400 };
  return null;
}

function choose(app: ModelApp, { state, lifecycle, replaced_by }: Change): void {
  if (state !== undefined) app.state = state;
  if (lifecycle !== undefined) app.lifecycle = lifecycle;
  if (replaced_by !== undefined) app.successor = replaced_by || null;
  if (app.lifecycle === 'active' && (lifecycle ?? replaced_by) !== undefined) app.successor = null;
}

/** What staff decide. @returns 409 for a change that is not allowed */
export function decide(model: Model, id: string, to: ListingState): Expected {
  const app = model.apps.find((one) => one.id === id && one.alive);
  if (!app || to === 'unlisted' || app.state === to || (to === 'public' && isOwnerState(app.state)))
    return { status: 409 };
  if (app.state === 'unlisted') app.wasUnlisted = true;
  app.state = to === 'public' && app.wasUnlisted ? 'unlisted' : to;
  app.decision = null;
  if (to === 'public') app.wasUnlisted = false;
  return { status: 200 };
}

/** The fields of an app that the API shows. */
export function fieldsOf(model: Model, app: ModelApp): Record<string, unknown> {
  const successor = model.apps.find((one) => one.id === app.successor && isListed(model, one));
  return {
    state: app.state,
    lifecycle: app.lifecycle,
    replaced_by: successor ? { id: successor.id, name_id: successor.nameId, name: successor.name } : null,
    id: app.id,
    name: app.name,
    name_id: app.nameId,
    description: app.description,
    category: app.category,
    version: app.releases.at(-1),
  };
}

/**
 * Finds an app by its name_id, its id or an old name_id. A held one is found by its owner only, not by an old name_id.
 */
export function findApp(model: Model, text: string, person: number): ModelApp | undefined {
  const alive = model.apps.filter((app) => app.alive && (app.state !== 'held' || app.owner === person));
  return (
    alive.find((app) => app.nameId === text) ??
    alive.find((app) => app.id === text) ??
    alive.find((app) => app.state !== 'held' && app.oldNameIds.includes(text))
  );
}

/** A name as it looks: without case, accents, spaces and signs. */
const looksOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '') || name;

/**
 * Similar names are taken as well, but for those of the owner's apps that nobody has decided on. An app that looks the
 * same with its new name may have it.
 */
function isNameTaken(
  model: Model,
  name: string,
  { owner, app: own }: { owner: number; app: ModelApp | null },
): boolean {
  const isNew = own === null || looksOf(own.name) !== looksOf(name);
  return model.apps.some(
    (app) =>
      app.alive &&
      app !== own &&
      (nameKey(app.name) === nameKey(name) ||
        (isNew && (app.owner !== owner || !isOwnerState(app.state)) && looksOf(app.name) === looksOf(name))),
  );
}

function allocate(model: Model, name: string, own: ModelApp | null): string {
  const base = slugify(name) || 'app';
  const others = model.apps.filter((app) => app.alive && app !== own);
  const taken = new Set(others.flatMap((app) => [app.nameId, ...app.oldNameIds]));
  if (!taken.has(base) && !reserved.has(base)) return base;
  let suffix = 2;
  while (taken.has(`${base}-${suffix}`)) suffix += 1;
  return `${base}-${suffix}`;
}

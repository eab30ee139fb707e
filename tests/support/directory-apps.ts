// The apps of the model directory: their names, name_ids and releases.
import { reservedApiNames, reservedPaths } from '../../src/lib/shared/addresses/urls.ts';
import { collapseSpaces, nameKey, slugify } from '../../src/lib/shared/text/text.ts';
import {
  categoryOf,
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
  if (isNameTaken(model, name, null)) return { status: 400 };
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
  };
  model.apps.push(app);
  return { status: 201, body: fieldsOf(app) };
}

export function update(model: Model, app: ModelApp, change: Change): Expected {
  if (change.name !== undefined) {
    const name = collapseSpaces(change.name);
    if (isNameTaken(model, name, app)) return { status: 400 };
    if (slugify(name) !== slugify(app.name)) {
      const nameId = allocate(model, name, app);
      if (nameId !== app.nameId) {
        app.oldNameIds = [...app.oldNameIds.filter((old) => old !== nameId), app.nameId];
        app.nameId = nameId;
      }
    }
    app.name = name;
  }
  if (change.description !== undefined) app.description = change.description;
  if (change.category !== undefined) app.category = categoryOf(change.category);
  if (change.version !== undefined) app.releases[app.releases.length - 1] = change.version;
  return { status: 200, body: fieldsOf(app) };
}

/** The fields of an app that the API shows. */
export function fieldsOf(app: ModelApp): Record<string, unknown> {
  return {
    id: app.id,
    name: app.name,
    name_id: app.nameId,
    description: app.description,
    category: app.category,
    version: app.releases.at(-1),
  };
}

/** Finds an app by its name_id, its id or an old name_id. */
export function findApp(model: Model, text: string): ModelApp | undefined {
  const alive = model.apps.filter((app) => app.alive);
  return (
    alive.find((app) => app.nameId === text) ??
    alive.find((app) => app.id === text) ??
    alive.find((app) => app.oldNameIds.includes(text))
  );
}

function isNameTaken(model: Model, name: string, own: ModelApp | null): boolean {
  return model.apps.some((app) => app.alive && app !== own && nameKey(app.name) === nameKey(name));
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

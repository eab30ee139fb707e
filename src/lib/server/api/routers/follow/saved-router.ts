import {
  savedAppsSchema,
  type SavedAppJson,
  type SavedAppsJson,
} from '../../../../shared/schemas/follow/saved.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { requireCaller } from '../../requests/caller.ts';
import { createRoute } from '../../requests/once.ts';
import { createRouter, jsonOf, refusing } from '../../router.ts';

const tags = ['Following'];
const security = [{ bearer: [] }];
const path = '/user/me/saved/';

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'listSavedApps',
  description: 'Also those that were taken out again, with `saved` false.',
  tags,
  security,
  summary: 'The saved apps of the account',
  responses: { 200: jsonOf(savedAppsSchema, 'The saved apps.'), ...refusing(401) },
});

const mergeRoute = createRoute({
  method: 'put',
  path,
  operationId: 'mergeSavedApps',
  description:
    'Send the changes that were made since the last answer. For each app the change with the highest `clock` wins, ' +
    'and of two equal ones `saved` true. The answer is the whole list.',
  tags,
  security,
  summary: 'Merges changes into the saved apps of the account',
  request: { body: bodyOf(savedAppsSchema) },
  responses: { 200: jsonOf(savedAppsSchema, 'The saved apps.'), ...refusing(401) },
});

export function createSavedRouter() {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const caller = await requireCaller(c);
      return c.json({ apps: await c.var.services.saved.listSaved(caller) }, 200);
    })
    .openapi(mergeRoute, async (c) => {
      const caller = await requireCaller(c);
      const { apps } = readBody(c, savedAppsSchema);
      c.set('shape', (all: SavedAppJson[]): SavedAppsJson => ({ apps: all }));
      const all = await withAllowance(c.var.services, caller, ['saves'], () =>
        c.var.services.saved.mergeSaved(caller, apps),
      );
      return c.json({ apps: all }, 200);
    });
}

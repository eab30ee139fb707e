import {
  addReservedNameSchema,
  changeReservedNameSchema,
  reservedNameSchema,
  ruleListSchema,
  type ReservedNameJson,
} from '../../../../shared/schemas/moderation/rules.ts';
import { toIso } from '../../../../shared/text/dates/dates.ts';
import type { ReservedName } from '../../../rules/index.ts';
import { bodyOf } from '../../requests/body.ts';
import { requireStaff } from '../../requests/staff.ts';
import { createRoute } from '../../requests/once.ts';
import {
  createRouter,
  cursorParameter,
  doneSchema,
  idOf,
  jsonOf,
  pagedOf,
  pagedSchema,
  type ApiContext,
} from '../../router.ts';
import { removalRefusals, removeRule, ruleParts, ruleRefusals, writeRule } from './rule-parts.ts';

const params = idOf('reserved name');

const listRoute = createRoute({
  ...ruleParts,
  method: 'get',
  path: '/desk/names/',
  operationId: 'listReservedNames',
  description: 'Those that hold the letters of `q`, however they are written.',
  summary: 'Reserved names in the order of their letters',
  request: { query: ruleListSchema.extend({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(reservedNameSchema, 'PagedReservedNames'), 'One page of reserved names.'),
    ...ruleRefusals,
  },
});

const addRoute = createRoute({
  ...ruleParts,
  method: 'post',
  path: '/desk/names/',
  operationId: 'addReservedName',
  description:
    'An app whose name passes for it, by anybody but the accounts in `allowed`, is held when it is listed or renamed. Apps that are listed already stay.',
  summary: 'Reserves a name',
  request: { body: bodyOf(addReservedNameSchema) },
  responses: { 201: jsonOf(reservedNameSchema, 'The reserved name.'), ...ruleRefusals },
});

const changeRoute = createRoute({
  ...ruleParts,
  method: 'patch',
  path: '/desk/names/{id}/',
  operationId: 'changeReservedName',
  description: 'An account in `allowed` may use the name; the list replaces the one that is stored.',
  summary: 'Changes what is sent of a reserved name',
  request: { params, body: bodyOf(changeReservedNameSchema) },
  responses: { 200: jsonOf(reservedNameSchema, 'The reserved name.'), ...ruleRefusals },
});

const removeRoute = createRoute({
  ...ruleParts,
  method: 'delete',
  path: '/desk/names/{id}/',
  operationId: 'removeReservedName',
  description: 'Apps that it held stay held until staff decide.',
  summary: 'Removes a reserved name',
  request: { params },
  responses: { 200: jsonOf(doneSchema, 'Removed.'), ...removalRefusals },
});

const shape = ({
  id,
  label,
  reach,
  note,
  allowed,
  created_at,
  updated_at,
}: ReservedName): ReservedNameJson => ({
  id,
  name: label,
  reach,
  note,
  allowed,
  created_at: toIso(created_at),
  updated_at: toIso(updated_at),
});

/** What staff do with reserved names. */
export function createReservedNamesRouter({ siteUrl }: ApiContext) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      await requireStaff(c, 'moderator');
      const page = await c.var.services.rules.listNames(c.req.valid('query'));
      return c.json(pagedOf(c, siteUrl, page, shape), 200);
    })
    .openapi(addRoute, async (c) => {
      const { rules } = c.var.services;
      const added = await writeRule(c, addReservedNameSchema, (staff, form) => rules.addName(staff, form));
      return c.json(shape(added), 201);
    })
    .openapi(changeRoute, async (c) => {
      const { rules } = c.var.services;
      const { id } = c.req.valid('param');
      const changed = await writeRule(c, changeReservedNameSchema, (staff, form) =>
        rules.editName(staff, id, form),
      );
      return c.json(shape(changed), 200);
    })
    .openapi(removeRoute, async (c) => {
      const { rules } = c.var.services;
      const { id } = c.req.valid('param');
      return c.json(await removeRule(c, (staff) => rules.dropName(staff, id)), 200);
    });
}

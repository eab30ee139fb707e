import { z } from 'zod';
import {
  decideSchema,
  decisionSchema,
  previewSchema,
  templateFormSchema,
  templateSchema,
} from '../../../../shared/schemas/moderation/decisions.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { createRoute, done, withoutKey } from '../../requests/once.ts';
import { requireStaff } from '../../requests/staff.ts';
import { createRouter, doneSchema, idOf, jsonOf } from '../../router.ts';
import { deskRefusals, deskSecurity, deskTags, deskWrite, numberOf } from './desk-parts.ts';

const params = numberOf('case');
const templateParams = idOf('template');
const shared = { tags: deskTags, security: deskSecurity };
const conflicts = 'A change of the case, its subject or its claim meanwhile is answered 409.';

const decideRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/desk/cases/{number}/decisions/',
  operationId: 'decideCase',
  description: `For staff without a conflict of interest; \`suspend\` needs a fresh second factor. ${conflicts}`,
  summary: 'Decides a case',
  request: { params, body: bodyOf(decideSchema) },
  responses: { 201: jsonOf(decisionSchema, 'The decision.'), ...deskRefusals },
});

const previewRoute = createRoute(
  {
    ...shared,
    method: 'post',
    path: '/desk/cases/{number}/decisions/preview/',
    operationId: 'previewDecision',
    description: `For staff. Changes nothing. ${conflicts}`,
    summary: 'What a decision would do, and the mail as it would be sent',
    request: { params, body: bodyOf(decideSchema) },
    responses: { 200: jsonOf(previewSchema, 'The preview.'), ...deskRefusals },
  },
  withoutKey('It changes nothing.'),
);

const listRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/desk/templates/',
  operationId: 'listTemplates',
  description: 'For staff.',
  summary: 'Templates of replies',
  responses: {
    200: jsonOf(z.object({ results: z.array(templateSchema) }).meta({ id: 'Templates' }), 'All of them.'),
    ...deskRefusals,
  },
});

const addRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/desk/templates/',
  operationId: 'addTemplate',
  description: 'For staff.',
  summary: 'Adds a template',
  request: { body: bodyOf(templateFormSchema) },
  responses: { 201: jsonOf(templateSchema, 'The template.'), ...deskRefusals },
});

const updateRoute = createRoute({
  ...shared,
  method: 'patch',
  path: '/desk/templates/{id}/',
  operationId: 'updateTemplate',
  description: 'For staff. Takes the whole template.',
  summary: 'Changes a template',
  request: { params: templateParams, body: bodyOf(templateFormSchema) },
  responses: { 200: jsonOf(templateSchema, 'The template.'), ...deskRefusals },
});

const deleteRoute = createRoute({
  ...shared,
  method: 'delete',
  path: '/desk/templates/{id}/',
  operationId: 'deleteTemplate',
  description: 'For staff.',
  summary: 'Removes a template',
  request: { params: templateParams },
  responses: { 200: jsonOf(doneSchema, 'Removed.'), ...deskRefusals },
});

export function createDeskDecisionsRouter() {
  return createRouter()
    .openapi(previewRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, decideSchema);
      const { number } = c.req.valid('param');
      return c.json(await c.var.services.desk.previewDecision(staff, number, form), 200);
    })
    .openapi(decideRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, decideSchema);
      if (form.action === 'suspend') await requireStaff(c, 'moderator', { isFresh: true });
      const { number } = c.req.valid('param');
      const decision = await deskWrite(c, staff, () => c.var.services.desk.decideCase(staff, number, form));
      return c.json(decision, 201);
    })
    .openapi(listRoute, async (c) => {
      await requireStaff(c, 'moderator');
      return c.json({ results: await c.var.services.desk.listTemplates() }, 200);
    })
    .openapi(addRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, templateFormSchema);
      const added = await deskWrite(c, staff, () => c.var.services.desk.addTemplate(form));
      return c.json(added, 201);
    })
    .openapi(updateRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, templateFormSchema);
      const { id } = c.req.valid('param');
      const changed = await deskWrite(c, staff, () => c.var.services.desk.updateTemplate(id, form));
      return c.json(changed, 200);
    })
    .openapi(deleteRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const { id } = c.req.valid('param');
      await deskWrite(c, staff, () => c.var.services.desk.deleteTemplate(id));
      return c.json(done, 200);
    });
}

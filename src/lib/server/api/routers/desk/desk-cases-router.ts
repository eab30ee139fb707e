import type { RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  caseMessageSchema,
  caseNoteSchema,
  caseVersionSchema,
  handOverSchema,
  queueFilterSchema,
  queueItemSchema,
} from '../../../../shared/schemas/moderation/cases.ts';
import { caseSchema, deskListingSchema } from '../../../../shared/schemas/moderation/decisions.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { createRoute, done } from '../../requests/once.ts';
import { requireStaff } from '../../requests/staff.ts';
import {
  createRouter,
  cursorParameter,
  doneSchema,
  jsonOf,
  pagedOf,
  pagedSchema,
  type ApiContext,
} from '../../router.ts';
import { deskRefusals, deskSecurity, deskTags, deskWrite, numberOf } from './desk-parts.ts';

const params = numberOf('case');

/** A write of a case that answers nothing but its success. */
const writeRoute = <
  Path extends `/desk/cases/{number}/${string}/`,
  Schema extends z.ZodType,
  Facts extends Pick<RouteConfig, 'operationId' | 'summary' | 'description'>,
>(
  path: Path,
  schema: Schema,
  facts: Facts,
) =>
  createRoute({
    method: 'post',
    path,
    tags: deskTags,
    security: deskSecurity,
    request: { params, body: bodyOf(schema) },
    responses: { 200: jsonOf(doneSchema, 'Done.'), ...deskRefusals },
    ...facts,
  });

const queueRoute = createRoute({
  method: 'get',
  path: '/desk/cases/',
  operationId: 'listCases',
  description: 'For staff. Overdue cases come first.',
  tags: deskTags,
  security: deskSecurity,
  summary: 'The queue of cases, in the order in which they are due',
  request: { query: queueFilterSchema.extend({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(queueItemSchema, 'PagedQueue'), 'One page of cases.'),
    ...deskRefusals,
  },
});

const caseRoute = createRoute({
  method: 'get',
  path: '/desk/cases/{number}/',
  operationId: 'getCase',
  description: 'For staff.',
  tags: deskTags,
  security: deskSecurity,
  summary: 'Everything that is needed to decide a case',
  request: { params },
  responses: { 200: jsonOf(caseSchema, 'The case.'), ...deskRefusals },
});

const claimRoute = writeRoute('/desk/cases/{number}/claim/', caseVersionSchema, {
  operationId: 'claimCase',
  summary: 'Claims a case, so that nobody else decides it',
  description: 'For staff without a conflict of interest.',
});

const releaseRoute = writeRoute('/desk/cases/{number}/release/', caseVersionSchema, {
  operationId: 'releaseCase',
  summary: 'Gives a claimed case back to the queue',
  description: "For whoever has claimed it; an admin may give back everybody's.",
});

const handOverRoute = writeRoute('/desk/cases/{number}/hand-over/', handOverSchema, {
  operationId: 'handOverCase',
  summary: 'Gives a case to another member of staff',
  description: 'For whoever has claimed it, for admins, and for all staff where nobody has.',
});

const noteRoute = writeRoute('/desk/cases/{number}/notes/', caseNoteSchema, {
  operationId: 'addCaseNote',
  summary: 'Adds a note that only staff read',
  description: 'For staff. Notes are never changed.',
});

const messageRoute = writeRoute('/desk/cases/{number}/messages/', caseMessageSchema, {
  operationId: 'sendCaseMessage',
  summary: 'Mails the owner or the reporters',
  description: 'For staff without a conflict of interest. Neither side learns of the other.',
});

const listingsRoute = createRoute({
  method: 'get',
  path: '/desk/listings/',
  operationId: 'listDeskListings',
  description: 'For staff. With `account` the listings of that account, newest first; otherwise by name.',
  tags: deskTags,
  security: deskSecurity,
  summary: 'Listings in every state',
  request: {
    query: z.object({
      account: z.string().max(254).optional().meta({ description: 'Id, email or handle.' }),
      name: z.string().max(100).optional().meta({ description: 'Beginning of the name.' }),
      cursor: cursorParameter,
    }),
  },
  responses: {
    200: jsonOf(pagedSchema(deskListingSchema, 'PagedDeskListings'), 'One page of listings.'),
    ...deskRefusals,
  },
});

const asItIs = <Item>(item: Item): Item => item;

export function createDeskCasesRouter({ siteUrl }: ApiContext) {
  return createRouter()
    .openapi(queueRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const { cursor, ...filter } = c.req.valid('query');
      const page = await c.var.services.desk.listQueue(staff, filter, cursor);
      return c.json(pagedOf(c, siteUrl, page, asItIs), 200);
    })
    .openapi(caseRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      return c.json(await c.var.services.desk.showCase(staff, c.req.valid('param').number), 200);
    })
    .openapi(claimRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, caseVersionSchema);
      const { number } = c.req.valid('param');
      await deskWrite(c, staff, () => c.var.services.desk.claimCase(staff, number, form.version));
      return c.json(done, 200);
    })
    .openapi(releaseRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, caseVersionSchema);
      const { number } = c.req.valid('param');
      await deskWrite(c, staff, () => c.var.services.desk.releaseCase(staff, number, form.version));
      return c.json(done, 200);
    })
    .openapi(handOverRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, handOverSchema);
      const { number } = c.req.valid('param');
      await deskWrite(c, staff, () => c.var.services.desk.handOverCase(staff, number, form));
      return c.json(done, 200);
    })
    .openapi(noteRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, caseNoteSchema);
      const { number } = c.req.valid('param');
      await deskWrite(c, staff, () => c.var.services.desk.addNote(staff, number, form.text));
      return c.json(done, 200);
    })
    .openapi(messageRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, caseMessageSchema);
      const { number } = c.req.valid('param');
      await deskWrite(c, staff, () => c.var.services.desk.sendMessage(staff, number, form));
      return c.json(done, 200);
    })
    .openapi(listingsRoute, async (c) => {
      await requireStaff(c, 'moderator');
      const page = await c.var.services.desk.listDeskListings(c.req.valid('query'));
      return c.json(pagedOf(c, siteUrl, page, asItIs), 200);
    });
}

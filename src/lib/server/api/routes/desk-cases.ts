// Cases, decisions about them, templates of replies, and bulk actions.
import { z } from 'zod';
import { doneSchema } from '../../../shared/schemas/answers/done.ts';
import {
  caseMessageSchema,
  caseNoteSchema,
  caseVersionSchema,
  handOverSchema,
  queueFilterSchema,
  queueItemSchema,
} from '../../../shared/schemas/moderation/cases.ts';
import {
  bulkFormSchema,
  bulkPreviewSchema,
  bulkSchema,
  caseSchema,
  decideSchema,
  decisionSchema,
  deskListingSchema,
  previewSchema,
  templateFormSchema,
  templateSchema,
  undoDays,
  type BulkJson,
  type DecisionJson,
} from '../../../shared/schemas/moderation/decisions.ts';
import { freshModerator, moderator, requireStaff } from '../middleware/caller.ts';
import { done } from '../middleware/once.ts';
import { atomicOperation, idOf, operation, pagedSchema, paging, type Operation } from '../operation.ts';

const numberOf = (of: string) =>
  z.object({ number: z.string().meta({ description: `Number of the ${of}, such as 20261121-K7Q2.` }) });

const read = { tag: 'Desk', who: moderator, description: 'For staff.' } as const;
const write = { ...read, limit: ['desk'] } as const;
const writeOfCase = { ...write, params: numberOf('case'), answer: doneSchema, says: 'Done.' } as const;
const ofCase = { params: numberOf('case') };
const ofTemplate = { params: idOf('template') };
const ofBulk = { params: numberOf('bulk action') };
const conflicts = 'A change of the case, its subject or its claim meanwhile is answered 409.';
const asItIs = <Item>(item: Item): Item => item;

export function caseOperations(): Operation[] {
  return [
    operation({
      ...read,
      at: 'GET /desk/cases/',
      id: 'listCases',
      summary: 'The queue of cases, in the order in which they are due',
      description: 'For staff. Overdue cases come first.',
      query: queueFilterSchema.extend(paging.shape),
      answer: pagedSchema(queueItemSchema, 'PagedQueue'),
      says: 'One page of cases.',
      run: async ({ caller, page, query: { cursor, ...filter }, services }) =>
        page(await services.desk.listQueue(caller, filter, cursor), asItIs),
    }),
    operation({
      ...read,
      ...ofCase,
      at: 'GET /desk/cases/{number}/',
      id: 'getCase',
      summary: 'Everything that is needed to decide a case',
      answer: caseSchema,
      says: 'The case.',
      run: ({ caller, params, services }) => services.desk.showCase(caller, params.number),
    }),
    operation({
      ...writeOfCase,
      at: 'POST /desk/cases/{number}/claim/',
      id: 'claimCase',
      summary: 'Claims a case, so that nobody else decides it',
      description: 'For staff without a conflict of interest.',
      form: caseVersionSchema,
      async run({ caller, form, params, services }) {
        await services.desk.claimCase(caller, params.number, form.version);
        return done;
      },
    }),
    operation({
      ...writeOfCase,
      at: 'POST /desk/cases/{number}/release/',
      id: 'releaseCase',
      summary: 'Gives a claimed case back to the queue',
      description: "For whoever has claimed it; an admin may give back everybody's.",
      form: caseVersionSchema,
      async run({ caller, form, params, services }) {
        await services.desk.releaseCase(caller, params.number, form.version);
        return done;
      },
    }),
    operation({
      ...writeOfCase,
      at: 'POST /desk/cases/{number}/hand-over/',
      id: 'handOverCase',
      summary: 'Gives a case to another member of staff',
      description: 'For whoever has claimed it, for admins, and for all staff where nobody has.',
      form: handOverSchema,
      async run({ caller, form, params, services }) {
        await services.desk.handOverCase(caller, params.number, form);
        return done;
      },
    }),
    atomicOperation({
      ...writeOfCase,
      at: 'POST /desk/cases/{number}/notes/',
      id: 'addCaseNote',
      summary: 'Adds a note that only staff read',
      description: 'For staff. Notes are never changed.',
      form: caseNoteSchema,
      shape: () => done,
      run: ({ caller, form, params, services }) => services.desk.addNote(caller, params.number, form.text),
    }),
    atomicOperation({
      ...writeOfCase,
      at: 'POST /desk/cases/{number}/messages/',
      id: 'sendCaseMessage',
      summary: 'Mails the owner or the reporters',
      description: 'For staff without a conflict of interest. Neither side learns of the other.',
      form: caseMessageSchema,
      shape: () => done,
      run: ({ caller, form, params, services }) => services.desk.sendMessage(caller, params.number, form),
    }),
    operation({
      ...read,
      at: 'GET /desk/listings/',
      id: 'listDeskListings',
      summary: 'Listings in every state',
      description: 'For staff. With `account` the listings of that account, newest first; otherwise by name.',
      query: z.object({
        account: z.string().max(254).optional().meta({ description: 'Id, email or handle.' }),
        name: z.string().max(100).optional().meta({ description: 'Beginning of the name.' }),
        ...paging.shape,
      }),
      answer: pagedSchema(deskListingSchema, 'PagedDeskListings'),
      says: 'One page of listings.',
      run: async ({ page, query, services }) => page(await services.desk.listDeskListings(query), asItIs),
    }),
    operation({
      ...read,
      ...ofCase,
      at: 'POST /desk/cases/{number}/decisions/preview/',
      id: 'previewDecision',
      summary: 'What a decision would do, and the mail as it would be sent',
      description: `For staff. Changes nothing. ${conflicts}`,
      form: decideSchema,
      key: 'It changes nothing.',
      answer: previewSchema,
      says: 'The preview.',
      run: ({ caller, form, params, services }) => services.desk.previewDecision(caller, params.number, form),
    }),
    atomicOperation({
      ...write,
      ...ofCase,
      at: 'POST /desk/cases/{number}/decisions/',
      id: 'decideCase',
      summary: 'Decides a case',
      description: `For staff without a conflict of interest; \`suspend\` needs a fresh second factor. ${conflicts}`,
      form: decideSchema,
      status: 201,
      answer: decisionSchema,
      says: 'The decision.',
      shape: (decision: DecisionJson) => decision,
      async run({ c, caller, form, params, services }) {
        if (form.action === 'suspend') await requireStaff(c, 'moderator', true);
        return await services.desk.decideCase(caller, params.number, form);
      },
    }),
    operation({
      ...read,
      at: 'GET /desk/templates/',
      id: 'listTemplates',
      summary: 'Templates of replies',
      answer: z.object({ results: z.array(templateSchema) }).meta({ id: 'Templates' }),
      says: 'All of them.',
      run: async ({ services }) => ({ results: await services.desk.listTemplates() }),
    }),
    operation({
      ...write,
      at: 'POST /desk/templates/',
      id: 'addTemplate',
      summary: 'Adds a template',
      form: templateFormSchema,
      status: 201,
      answer: templateSchema,
      says: 'The template.',
      run: ({ form, services }) => services.desk.addTemplate(form),
    }),
    operation({
      ...write,
      ...ofTemplate,
      at: 'PATCH /desk/templates/{id}/',
      id: 'updateTemplate',
      summary: 'Changes a template',
      description: 'For staff. Takes the whole template.',
      form: templateFormSchema,
      answer: templateSchema,
      says: 'The template.',
      run: ({ form, params, services }) => services.desk.updateTemplate(params.id, form),
    }),
    operation({
      ...write,
      ...ofTemplate,
      at: 'DELETE /desk/templates/{id}/',
      id: 'deleteTemplate',
      summary: 'Removes a template',
      answer: doneSchema,
      says: 'Removed.',
      async run({ params, services }) {
        await services.desk.deleteTemplate(params.id);
        return done;
      },
    }),
    operation({
      ...read,
      at: 'GET /desk/bulk/',
      id: 'listBulkActions',
      summary: 'Bulk actions, newest first',
      query: paging,
      answer: pagedSchema(bulkSchema, 'PagedBulk'),
      says: 'One page.',
      run: async ({ page, query, services }) => page(await services.desk.listBulk(query.cursor), asItIs),
    }),
    operation({
      ...read,
      at: 'POST /desk/bulk/preview/',
      id: 'previewBulkAction',
      summary: 'What a bulk action would do, and the mails to the first owners',
      description: 'For staff. Changes nothing.',
      form: bulkFormSchema,
      key: 'It changes nothing.',
      answer: bulkPreviewSchema,
      says: 'The preview.',
      run: ({ caller, form, services }) => services.desk.previewBulk(caller, form),
    }),
    operation({
      ...read,
      ...ofBulk,
      at: 'GET /desk/bulk/{number}/',
      id: 'getBulkAction',
      summary: 'A bulk action and its progress',
      answer: bulkSchema,
      says: 'The bulk action.',
      run: ({ params, services }) => services.desk.showBulk(params.number),
    }),
    atomicOperation({
      ...write,
      at: 'POST /desk/bulk/',
      id: 'beginBulkAction',
      summary: 'Decides a selection of listings, or everything of an account',
      description:
        'For staff with a fresh second factor. A suspension is done at once; listings are decided in small steps.',
      who: freshModerator,
      form: bulkFormSchema,
      status: 201,
      answer: bulkSchema,
      says: 'The bulk action.',
      shape: (bulk: BulkJson) => bulk,
      run: ({ caller, form, services }) => services.desk.beginBulk(caller, form),
    }),
    operation({
      ...write,
      ...ofBulk,
      at: 'POST /desk/bulk/{number}/undo/',
      id: 'undoBulkAction',
      summary: 'Takes back a bulk action as a whole',
      description: `For staff with a fresh second factor, within ${String(undoDays)} days. A listing that has changed since stays as it is.`,
      who: freshModerator,
      answer: bulkSchema,
      says: 'The bulk action.',
      run: ({ caller, params, services }) => services.desk.undoBulk(caller, params.number),
    }),
  ];
}

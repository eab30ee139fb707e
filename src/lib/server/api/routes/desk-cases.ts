// Cases, decisions about them, templates of replies, and bulk actions.
import { doneSchema } from '../../../shared/schemas/accounts.ts';
import {
  queueFilterSchema,
  queueItemSchema,
  bulkFormSchema,
  bulkPreviewSchema,
  bulkSchema,
  caseLimits,
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
} from '../../../shared/schemas/cases.ts';
import { longText } from '../../../shared/schemas/texts.ts';
import { named, z } from '../../../shared/zod.ts';
import { freshModerator, moderator, requireStaff } from '../middleware/caller.ts';
import { done } from '../middleware/once.ts';
import { action, atomicOperation, idOf, operation, pagedSchema, paging } from '../operation.ts';

const numberOf = (of: string) =>
  z.object({ number: z.string().meta({ description: `Number of the ${of}, such as 20261121-K7Q2.` }) });

const read = { tag: 'Desk', who: moderator, description: 'For staff.' } as const;
const write = { ...read, limit: ['desk'] } as const;
const writeOfCase = { ...write, params: numberOf('case'), answer: doneSchema, says: 'Done.' } as const;
const version = z.coerce.number().int().describe('`version` of the case that the change is based on.');
const caseVersion = named('CaseVersion', { version });
const conflicts = 'A change of the case, its subject or its claim meanwhile is answered 409.';
const asItIs = <Item>(item: Item): Item => item;

export const caseOperations = () => [
  operation('GET /desk/cases/', 'listCases', {
    ...read,
    summary: 'The queue of cases, in the order in which they are due',
    description: 'For staff. Overdue cases come first.',
    query: queueFilterSchema.extend(paging.shape),
    answer: pagedSchema(queueItemSchema, 'PagedQueue'),
    says: 'One page of cases.',
    run: async ({ caller, page, query: { cursor, ...filter }, services }) =>
      page(await services.desk.listQueue(caller, filter, cursor), asItIs),
  }),
  operation('GET /desk/cases/{number}/', 'getCase', {
    ...read,
    params: numberOf('case'),
    summary: 'Everything that is needed to decide a case',
    answer: caseSchema,
    says: 'The case.',
    run: ({ caller, params, services }) => services.desk.showCase(caller, params.number),
  }),
  action('POST /desk/cases/{number}/claim/', 'claimCase', {
    ...writeOfCase,
    summary: 'Claims a case, so that nobody else decides it',
    description: 'For staff without a conflict of interest.',
    form: caseVersion,
    run: ({ caller, form, params, services }) => services.desk.claimCase(caller, params.number, form.version),
  }),
  action('POST /desk/cases/{number}/release/', 'releaseCase', {
    ...writeOfCase,
    summary: 'Gives a claimed case back to the queue',
    description: "For whoever has claimed it; an admin may give back everybody's.",
    form: caseVersion,
    run: ({ caller, form, params, services }) =>
      services.desk.releaseCase(caller, params.number, form.version),
  }),
  action('POST /desk/cases/{number}/hand-over/', 'handOverCase', {
    ...writeOfCase,
    summary: 'Gives a case to another member of staff',
    description: 'For whoever has claimed it, for admins, and for all staff where nobody has.',
    form: named('HandOver', {
      version,
      to: z
        .string()
        .min(1, 'Enter the email of a staff member.')
        .max(254)
        .describe('Id or email of a member of staff.'),
    }),
    run: ({ caller, form, params, services }) => services.desk.handOverCase(caller, params.number, form),
  }),
  atomicOperation('POST /desk/cases/{number}/notes/', 'addCaseNote', {
    ...writeOfCase,
    summary: 'Adds a note that only staff read',
    description: 'For staff. Notes are never changed.',
    form: named(
      'CaseNote',
      { text: longText(1, caseLimits.note, 'the note', 'Write the note first.') },
      'Only staff read it.',
    ),
    shape: () => done,
    run: ({ caller, form, params, services }) => services.desk.addNote(caller, params.number, form.text),
  }),
  atomicOperation('POST /desk/cases/{number}/messages/', 'sendCaseMessage', {
    ...writeOfCase,
    summary: 'Mails the owner or the reporters',
    description: 'For staff without a conflict of interest. Neither side learns of the other.',
    form: named(
      'CaseMessage',
      {
        to: z.enum(['owner', 'reporters']),
        text: longText(1, caseLimits.message, 'the message', 'Write the message first.'),
      },
      'Mailed in Markdown. Reporters never learn who else wrote.',
    ),
    shape: () => done,
    run: ({ caller, form, params, services }) => services.desk.sendMessage(caller, params.number, form),
  }),
  operation('GET /desk/listings/', 'listDeskListings', {
    ...read,
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
  operation('POST /desk/cases/{number}/decisions/preview/', 'previewDecision', {
    ...read,
    params: numberOf('case'),
    summary: 'What a decision would do, and the mail as it would be sent',
    description: `For staff. Changes nothing. ${conflicts}`,
    form: decideSchema,
    key: 'It changes nothing.',
    answer: previewSchema,
    says: 'The preview.',
    run: ({ caller, form, params, services }) => services.desk.previewDecision(caller, params.number, form),
  }),
  atomicOperation('POST /desk/cases/{number}/decisions/', 'decideCase', {
    ...write,
    params: numberOf('case'),
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
  operation('GET /desk/templates/', 'listTemplates', {
    ...read,
    summary: 'Templates of replies',
    answer: z.object({ results: z.array(templateSchema) }).meta({ id: 'Templates' }),
    says: 'All of them.',
    run: async ({ services }) => ({ results: await services.desk.listTemplates() }),
  }),
  operation('POST /desk/templates/', 'addTemplate', {
    ...write,
    summary: 'Adds a template',
    form: templateFormSchema,
    status: 201,
    answer: templateSchema,
    says: 'The template.',
    run: ({ form, services }) => services.desk.saveTemplate(form),
  }),
  operation('PATCH /desk/templates/{id}/', 'updateTemplate', {
    ...write,
    params: idOf('template'),
    summary: 'Changes a template',
    description: 'For staff. Takes the whole template.',
    form: templateFormSchema,
    answer: templateSchema,
    says: 'The template.',
    run: ({ form, params, services }) => services.desk.saveTemplate(form, params.id),
  }),
  action('DELETE /desk/templates/{id}/', 'deleteTemplate', {
    ...write,
    params: idOf('template'),
    summary: 'Removes a template',
    says: 'Removed.',
    run: ({ params, services }) => services.desk.deleteTemplate(params.id),
  }),
  operation('GET /desk/bulk/', 'listBulkActions', {
    ...read,
    summary: 'Bulk actions, newest first',
    query: paging,
    answer: pagedSchema(bulkSchema, 'PagedBulk'),
    says: 'One page.',
    run: async ({ page, query, services }) => page(await services.desk.listBulk(query.cursor), asItIs),
  }),
  operation('POST /desk/bulk/preview/', 'previewBulkAction', {
    ...read,
    summary: 'What a bulk action would do, and the mails to the first owners',
    description: 'For staff. Changes nothing.',
    form: bulkFormSchema,
    key: 'It changes nothing.',
    answer: bulkPreviewSchema,
    says: 'The preview.',
    run: ({ caller, form, services }) => services.desk.previewBulk(caller, form),
  }),
  operation('GET /desk/bulk/{number}/', 'getBulkAction', {
    ...read,
    params: numberOf('bulk action'),
    summary: 'A bulk action and its progress',
    answer: bulkSchema,
    says: 'The bulk action.',
    run: ({ params, services }) => services.desk.showBulk(params.number),
  }),
  atomicOperation('POST /desk/bulk/', 'beginBulkAction', {
    ...write,
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
  operation('POST /desk/bulk/{number}/undo/', 'undoBulkAction', {
    ...write,
    params: numberOf('bulk action'),
    summary: 'Takes back a bulk action as a whole',
    description: `For staff with a fresh second factor, within ${String(undoDays)} days. A listing that has changed since stays as it is.`,
    who: freshModerator,
    answer: bulkSchema,
    says: 'The bulk action.',
    run: ({ caller, params, services }) => services.desk.undoBulk(caller, params.number),
  }),
];

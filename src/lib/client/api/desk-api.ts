// The desk's routes. Each asks for a second factor where the API wants one. The forms have checked what they send.
import { queueItemSchema } from '../../shared/schemas/moderation/cases.ts';
import { deskCategoriesSchema, mergePreviewSchema } from '../../shared/schemas/moderation/categories.ts';
import {
  bulkPreviewSchema,
  bulkSchema,
  caseSchema,
  decisionSchema,
  deskListingSchema,
  previewSchema,
  templateSchema,
} from '../../shared/schemas/moderation/decisions.ts';
import {
  deskAccountDetailSchema,
  deskAccountSchema,
  endedSessionsSchema,
  staffSchema,
} from '../../shared/schemas/moderation/desk-accounts.ts';
import {
  linkRuleSchema,
  reservedNameSchema,
  restrictionSchema,
} from '../../shared/schemas/moderation/rules.ts';
import { deskShelfSchema, pickSchema } from '../../shared/schemas/moderation/shelves.ts';
import { numbersSchema, siteSettingsSchema } from '../../shared/schemas/moderation/site.ts';
import { deskProofsSchema } from '../../shared/schemas/proofs/desk-proofs.ts';
import { z } from '../../shared/zod.ts';
import { withFactor } from '../desk/factor.ts';
import { callApi, doneSchema, type ApiResult, type Parser } from './api.ts';
import { pageOf, pagePath } from './paging.ts';

export interface ListPage<Row> {
  results: Row[];
  /** Left out for a list that comes whole. */
  next?: string | null;
  count?: number;
}

type Method = Parameters<typeof callApi>[0];
type Versioned = { version: number };

function call<Data>(
  method: Method,
  path: string,
  answer: Parser<Data>,
  json?: object,
): Promise<ApiResult<Data>> {
  return withFactor(() => callApi(method, `/desk/${path}`, answer, json && { json }));
}

const get = <Data>(path: string, answer: Parser<Data>) => call('GET', path, answer);
const post = <Data>(path: string, answer: Parser<Data>, json?: object) => call('POST', path, answer, json);
const one = encodeURIComponent;

function list<Row extends z.ZodType>(path: string, row: Row) {
  const page = pageOf(row);
  return (
    filter: Partial<Record<string, string>>,
    next: string | null,
  ): Promise<ApiResult<ListPage<z.output<Row>>>> => get(pagePath(path, filter, next), page);
}

/** The routes of one kind of record that staff list, add, change and remove. */
function keyed<Row extends z.ZodType>(path: string, row: Row) {
  return {
    list: list(path, row),
    add: (json: object) => post(path, row, json),
    change: (id: string, json: object) => call('PATCH', `${path}${one(id)}/`, row, json),
    remove: (id: string) => call('DELETE', `${path}${one(id)}/`, doneSchema),
  };
}

export const namesApi = keyed('names/', reservedNameSchema);
export const restrictionsApi = keyed('restrictions/', restrictionSchema);
export const linkRulesApi = keyed('links/', linkRuleSchema);

const templates = z.object({ results: z.array(templateSchema) });
export const templatesApi = {
  ...keyed('templates/', templateSchema),
  list: () => get('templates/', templates),
};

export const shelvesApi = {
  ...keyed('shelves/', deskShelfSchema),
  remove: (id: string, json: Versioned) => post(`shelves/${one(id)}/remove/`, doneSchema, json),
  /** @param app its name_id, id or address */
  pick: (app: string) => get(`picks/?app=${one(app)}`, pickSchema),
};

const categories = deskCategoriesSchema.transform((answer) => ({ results: answer.categories }));
export const categoriesApi = {
  list: () => get('categories/', categories),
  add: (json: object) => post('categories/', deskCategoriesSchema, json),
  change: (id: string, json: object) => call('PATCH', `categories/${one(id)}/`, deskCategoriesSchema, json),
  previewMerge: (id: string, into: string) =>
    get(`categories/${one(id)}/merge/?into=${one(into)}`, mergePreviewSchema),
  merge: (id: string, json: object) => post(`categories/${one(id)}/merge/`, deskCategoriesSchema, json),
  remove: (id: string, json: Versioned) => post(`categories/${one(id)}/remove/`, deskCategoriesSchema, json),
};

export const casesApi = {
  queue: list('cases/', queueItemSchema),
  find: (number: string) => get(`cases/${one(number)}/`, caseSchema),
  /** @param what 'claim', 'release', 'hand-over', 'notes' or 'messages' */
  act: (number: string, what: string, json: object) =>
    post(`cases/${one(number)}/${what}/`, doneSchema, json),
  preview: (number: string, json: object) =>
    post(`cases/${one(number)}/decisions/preview/`, previewSchema, json),
  decide: (number: string, json: object) => post(`cases/${one(number)}/decisions/`, decisionSchema, json),
};

export const bulkApi = {
  list: list('bulk/', bulkSchema),
  find: (number: string) => get(`bulk/${one(number)}/`, bulkSchema),
  preview: (json: object) => post('bulk/preview/', bulkPreviewSchema, json),
  begin: (json: object) => post('bulk/', bulkSchema, json),
  undo: (number: string) => post(`bulk/${one(number)}/undo/`, bulkSchema),
};

export const listingsApi = {
  list: list('listings/', deskListingSchema),
  proofs: (nameId: string) => get(`listings/${one(nameId)}/proofs/`, deskProofsSchema),
  blockProof: (nameId: string, json: object) => post(`listings/${one(nameId)}/proof/`, doneSchema, json),
};

const account = (id: string, what: string) => `accounts/${one(id)}/${what}`;
export const accountsApi = {
  me: () => get('me/', staffSchema),
  list: list('accounts/', deskAccountSchema),
  find: (id: string) => get(account(id, ''), deskAccountDetailSchema),
  endSessions: (id: string) => post(account(id, 'end-sessions/'), endedSessionsSchema),
  sendVerification: (id: string) => post(account(id, 'verification/'), doneSchema),
  changeRole: (id: string, json: object) => post(account(id, 'role/'), deskAccountDetailSchema, json),
  changeAppLimit: (id: string, json: object) =>
    post(account(id, 'app-limit/'), deskAccountDetailSchema, json),
  remove: (id: string, json: object) => post(account(id, 'delete/'), doneSchema, json),
};

export const siteApi = {
  numbers: () => get('numbers/', numbersSchema),
  settings: () => get('site/', siteSettingsSchema),
  /** @param what 'contact', 'data-price', 'announcement' or 'announcement/remove' */
  change: (what: string, json: object) => post(`site/${what}/`, siteSettingsSchema, json),
};

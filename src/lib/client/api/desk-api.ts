// The desk's routes. Each asks for a second factor where the API wants one. The forms have checked what they send.
import { atom } from 'nanostores';
import type {
  QueueItemJson,
  BulkJson,
  BulkPreviewJson,
  CaseJson,
  DecisionJson,
  DeskListingJson,
  PreviewJson,
  TemplateJson,
  DeskProofsJson,
} from '../../shared/schemas/cases.ts';
import type {
  DeskCategories,
  DeskCategory,
  MergePreview,
  DeskAccountDetailJson,
  DeskAccountJson,
  endedSessionsSchema,
  StaffJson,
  LinkRuleJson,
  ReservedNameJson,
  RestrictionJson,
  NumbersJson,
  SiteSettingsJson,
} from '../../shared/schemas/desk.ts';
import type { DeskShelfJson, PickJson } from '../../shared/schemas/shelves.ts';
import type { z } from '../../shared/zod.ts';
import { withFactor } from '../desk/factor.ts';
import { callApi, pagePath, type ApiResult } from './api.ts';

export interface ListPage<Row> {
  results: Row[];
  /** Left out for a list that comes whole. */
  next?: string | null;
  count?: number;
}

/** Counts the changes of this page and those that it has met. After each one the page fetches again what it shows. */
export const $deskChanges = atom(0);
export const noteChange = (): void => $deskChanges.set($deskChanges.get() + 1);

async function call<Data>(method: Parameters<typeof callApi>[0], path: string, json?: object) {
  const result = await withFactor(() => callApi<Data>(method, `/desk/${path}`, json && { json }));
  const isChange = method !== 'GET' && !path.endsWith('preview/');
  // With 409 somebody else was faster.
  if (result.kind === 'ok' ? isChange : result.kind === 'refused' && result.status === 409) noteChange();
  return result;
}
const get = <Data>(path: string) => call<Data>('GET', path);
const post = <Data>(path: string, json?: object) => call<Data>('POST', path, json);
const one = encodeURIComponent;

const list =
  <Row>(path: string) =>
  (filter: Partial<Record<string, string>>, next: string | null) =>
    get<ListPage<Row>>(pagePath(path, filter, next));

/** The routes of one kind of record that staff list, add, change and remove. */
function keyed<Row>(path: string) {
  return {
    list: list<Row>(path),
    add: (json: object) => post<Row>(path, json),
    change: (id: string, json: object) => call<Row>('PATCH', `${path}${one(id)}/`, json),
    remove: (id: string) => call('DELETE', `${path}${one(id)}/`),
  };
}

/** Those that are removed only as they were read. */
const versioned = <Row>(path: string) => ({
  ...keyed<Row>(path),
  remove: (id: string, json: { version: number }) => post(`${path}${one(id)}/remove/`, json),
});

export const namesApi = keyed<ReservedNameJson>('names/');
export const restrictionsApi = keyed<RestrictionJson>('restrictions/');
export const linkRulesApi = keyed<LinkRuleJson>('links/');
export const templatesApi = keyed<TemplateJson>('templates/');

export const shelvesApi = {
  ...versioned<DeskShelfJson>('shelves/'),
  /** @param app its name_id, id or address */
  pick: (app: string) => get<PickJson>(`picks/?app=${one(app)}`),
};

export const categoriesApi = {
  ...versioned<DeskCategories>('categories/'),
  async list(): Promise<ApiResult<{ results: DeskCategory[] }>> {
    const result = await get<DeskCategories>('categories/');
    return result.kind === 'ok' ? { kind: 'ok', data: { results: result.data.categories } } : result;
  },
  previewMerge: (id: string, into: string) =>
    get<MergePreview>(`categories/${one(id)}/merge/?into=${one(into)}`),
  merge: (id: string, json: object) => post<DeskCategories>(`categories/${one(id)}/merge/`, json),
};

export const casesApi = {
  queue: list<QueueItemJson>('cases/'),
  find: (number: string) => get<CaseJson>(`cases/${one(number)}/`),
  /** @param what 'claim', 'release', 'hand-over', 'notes' or 'messages' */
  act: (number: string, what: string, json: object) => post(`cases/${one(number)}/${what}/`, json),
  preview: (number: string, json: object) =>
    post<PreviewJson>(`cases/${one(number)}/decisions/preview/`, json),
  decide: (number: string, json: object) => post<DecisionJson>(`cases/${one(number)}/decisions/`, json),
};

export const bulkApi = {
  list: list<BulkJson>('bulk/'),
  find: (number: string) => get<BulkJson>(`bulk/${one(number)}/`),
  preview: (json: object) => post<BulkPreviewJson>('bulk/preview/', json),
  begin: (json: object) => post<BulkJson>('bulk/', json),
  undo: (number: string) => post<BulkJson>(`bulk/${one(number)}/undo/`),
};

export const listingsApi = {
  list: list<DeskListingJson>('listings/'),
  proofs: (nameId: string) => get<DeskProofsJson>(`listings/${one(nameId)}/proofs/`),
  blockProof: (nameId: string, json: object) => post(`listings/${one(nameId)}/proof/`, json),
};

const account = (id: string, what: string) => `accounts/${one(id)}/${what}`;
export const accountsApi = {
  me: () => get<StaffJson>('me/'),
  list: list<DeskAccountJson>('accounts/'),
  find: (id: string) => get<DeskAccountDetailJson>(account(id, '')),
  endSessions: (id: string) => post<z.infer<typeof endedSessionsSchema>>(account(id, 'end-sessions/')),
  sendVerification: (id: string) => post(account(id, 'verification/')),
  changeRole: (id: string, json: object) => post<DeskAccountDetailJson>(account(id, 'role/'), json),
  changeAppLimit: (id: string, json: object) => post<DeskAccountDetailJson>(account(id, 'app-limit/'), json),
  remove: (id: string, json: object) => post(account(id, 'delete/'), json),
};

export const siteApi = {
  numbers: () => get<NumbersJson>('numbers/'),
  settings: () => get<SiteSettingsJson>('site/'),
  /** @param what 'contact', 'data-price', 'announcement' or 'announcement/remove' */
  change: (what: string, json: object) => post<SiteSettingsJson>(`site/${what}/`, json),
};

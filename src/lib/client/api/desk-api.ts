// The desk's routes. Each asks for a second factor where the API wants one. The forms have checked what they send.
import { atom } from 'nanostores';
import type * as cases from '../../shared/schemas/cases.ts';
import type * as desk from '../../shared/schemas/desk.ts';
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

export const namesApi = keyed<desk.ReservedNameJson>('names/');
export const restrictionsApi = keyed<desk.RestrictionJson>('restrictions/');
export const linkRulesApi = keyed<desk.LinkRuleJson>('links/');
export const templatesApi = keyed<cases.TemplateJson>('templates/');

export const shelvesApi = {
  ...versioned<DeskShelfJson>('shelves/'),
  /** @param app its name_id, id or address */
  pick: (app: string) => get<PickJson>(`picks/?app=${one(app)}`),
};

export const categoriesApi = {
  ...versioned<desk.DeskCategories>('categories/'),
  async list(): Promise<ApiResult<{ results: desk.DeskCategory[] }>> {
    const result = await get<desk.DeskCategories>('categories/');
    return result.kind === 'ok' ? { kind: 'ok', data: { results: result.data.categories } } : result;
  },
  previewMerge: (id: string, into: string) =>
    get<desk.MergePreview>(`categories/${one(id)}/merge/?into=${one(into)}`),
  merge: (id: string, json: object) => post<desk.DeskCategories>(`categories/${one(id)}/merge/`, json),
};

export const casesApi = {
  queue: list<cases.QueueItemJson>('cases/'),
  find: (number: string) => get<cases.CaseJson>(`cases/${one(number)}/`),
  /** @param what 'claim', 'release', 'hand-over', 'notes' or 'messages' */
  act: (number: string, what: string, json: object) => post(`cases/${one(number)}/${what}/`, json),
  preview: (number: string, json: object) =>
    post<cases.PreviewJson>(`cases/${one(number)}/decisions/preview/`, json),
  decide: (number: string, json: object) => post<cases.DecisionJson>(`cases/${one(number)}/decisions/`, json),
};

export const bulkApi = {
  list: list<cases.BulkJson>('bulk/'),
  find: (number: string) => get<cases.BulkJson>(`bulk/${one(number)}/`),
  preview: (json: object) => post<cases.BulkPreviewJson>('bulk/preview/', json),
  begin: (json: object) => post<cases.BulkJson>('bulk/', json),
  undo: (number: string) => post<cases.BulkJson>(`bulk/${one(number)}/undo/`),
};

export const listingsApi = {
  list: list<cases.DeskListingJson>('listings/'),
  proofs: (nameId: string) => get<cases.DeskProofsJson>(`listings/${one(nameId)}/proofs/`),
  blockProof: (nameId: string, json: object) => post(`listings/${one(nameId)}/proof/`, json),
};

const account = (id: string, what: string) => `accounts/${one(id)}/${what}`;
export const accountsApi = {
  me: () => get<desk.StaffJson>('me/'),
  list: list<desk.DeskAccountJson>('accounts/'),
  find: (id: string) => get<desk.DeskAccountDetailJson>(account(id, '')),
  endSessions: (id: string) => post<z.infer<typeof desk.endedSessionsSchema>>(account(id, 'end-sessions/')),
  sendVerification: (id: string) => post(account(id, 'verification/')),
  changeRole: (id: string, json: object) => post<desk.DeskAccountDetailJson>(account(id, 'role/'), json),
  changeAppLimit: (id: string, json: object) =>
    post<desk.DeskAccountDetailJson>(account(id, 'app-limit/'), json),
  remove: (id: string, json: object) => post(account(id, 'delete/'), json),
};

export const siteApi = {
  numbers: () => get<desk.NumbersJson>('numbers/'),
  settings: () => get<desk.SiteSettingsJson>('site/'),
  /** @param what 'contact', 'data-price', 'announcement' or 'announcement/remove' */
  change: (what: string, json: object) => post<desk.SiteSettingsJson>(`site/${what}/`, json),
};

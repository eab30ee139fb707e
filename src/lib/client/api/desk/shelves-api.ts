import { deskShelfSchema, pickSchema } from '../../../shared/schemas/shelves.ts';
import { callApi, doneSchema } from '../api.ts';
import { pageOf, pagePath } from '../paging.ts';

const path = '/desk/shelves/';
const one = (id: string, what = '') => `${path}${encodeURIComponent(id)}/${what}`;
const page = pageOf(deskShelfSchema);

/** The forms have checked what they send. */
export const shelvesApi = {
  list: (next: string | null) => callApi('GET', pagePath(path, {}, next), page),
  check: (app: string) => callApi('GET', `/desk/picks/?app=${encodeURIComponent(app)}`, pickSchema),
  add: (json: object) => callApi('POST', path, deskShelfSchema, { json }),
  change: (id: string, json: object) => callApi('PATCH', one(id), deskShelfSchema, { json }),
  remove: (id: string, json: { version: number }) =>
    callApi('POST', one(id, 'remove/'), doneSchema, { json }),
};

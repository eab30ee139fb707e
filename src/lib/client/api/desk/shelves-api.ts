import type { deskShelfSchema, pickSchema } from '../../../shared/schemas/moderation/shelves.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi, pagePath, type Paged } from '../api.ts';

const path = '/desk/shelves/';
const one = (id: string, what = '') => `${path}${encodeURIComponent(id)}/${what}`;

/** The forms have checked what they send. */
export const shelvesApi = {
  list: (next: string | null) =>
    callApi<Paged<z.infer<typeof deskShelfSchema>>>('GET', pagePath(path, {}, next)),
  check: (app: string) =>
    callApi<z.infer<typeof pickSchema>>('GET', `/desk/picks/?app=${encodeURIComponent(app)}`),
  add: (json: object) => callApi<z.infer<typeof deskShelfSchema>>('POST', path, { json }),
  change: (id: string, json: object) => callApi<z.infer<typeof deskShelfSchema>>('PATCH', one(id), { json }),
  remove: (id: string, json: { version: number }) => callApi('POST', one(id, 'remove/'), { json }),
};

// The desk's routes of bulk actions.
import {
  bulkFormSchema,
  bulkPreviewSchema,
  bulkSchema,
  deskListingSchema,
} from '../../../shared/schemas/cases.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi } from '../api.ts';
import { pageOf, pagePath } from '../paging.ts';

const bulkPage = pageOf(bulkSchema);
const listingPage = pageOf(deskListingSchema);

const bulkPath = (number: string, what = '') => `/desk/bulk/${encodeURIComponent(number)}/${what}`;

export type BulkInput = z.input<typeof bulkFormSchema>;

export const bulkApi = {
  list: (next: string | null) => callApi('GET', pagePath('/desk/bulk/', {}, next), bulkPage),
  find: (number: string) => callApi('GET', bulkPath(number), bulkSchema),
  preview: (json: BulkInput) => callApi('POST', '/desk/bulk/preview/', bulkPreviewSchema, { json }),
  begin: (json: BulkInput) => callApi('POST', '/desk/bulk/', bulkSchema, { json }),
  undo: (number: string) => callApi('POST', bulkPath(number, 'undo/'), bulkSchema),
  listings: (filter: { name?: string; account?: string }, next: string | null) =>
    callApi('GET', pagePath('/desk/listings/', filter, next), listingPage),
};

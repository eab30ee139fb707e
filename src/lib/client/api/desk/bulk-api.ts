// The desk's routes of bulk actions.
import type {
  bulkFormSchema,
  bulkPreviewSchema,
  bulkSchema,
  deskListingSchema,
} from '../../../shared/schemas/moderation/decisions.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi, pagePath, type Paged } from '../api.ts';

const bulkPath = (number: string, what = '') => `/desk/bulk/${encodeURIComponent(number)}/${what}`;

export type BulkInput = z.input<typeof bulkFormSchema>;

export const bulkApi = {
  list: (next: string | null) =>
    callApi<Paged<z.infer<typeof bulkSchema>>>('GET', pagePath('/desk/bulk/', {}, next)),
  find: (number: string) => callApi<z.infer<typeof bulkSchema>>('GET', bulkPath(number)),
  preview: (json: BulkInput) =>
    callApi<z.infer<typeof bulkPreviewSchema>>('POST', '/desk/bulk/preview/', { json }),
  begin: (json: BulkInput) => callApi<z.infer<typeof bulkSchema>>('POST', '/desk/bulk/', { json }),
  undo: (number: string) => callApi<z.infer<typeof bulkSchema>>('POST', bulkPath(number, 'undo/')),
  listings: (filter: { name?: string; account?: string }, next: string | null) =>
    callApi<Paged<z.infer<typeof deskListingSchema>>>('GET', pagePath('/desk/listings/', filter, next)),
};

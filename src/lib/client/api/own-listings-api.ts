// The routes of a person's own apps, in every state.
import { ownAppSchema } from '../../shared/schemas/apps.ts';
import type { z } from '../../shared/zod.ts';
import { callApi } from './api.ts';
import { pageOf, pagePath } from './paging.ts';

/** What the owner of a held app can change. */
const texts = ownAppSchema.pick({
  description: true,
  long_description: true,
  website: true,
  external_link: true,
  appstore_link: true,
  playstore_link: true,
});

const listing = ownAppSchema
  .pick({
    id: true,
    name: true,
    name_id: true,
    state: true,
    lifecycle: true,
    state_at: true,
    state_reason: true,
    state_clears: true,
    state_decision: true,
    logo: true,
    screenshot: true,
    questions: true,
  })
  .extend(texts.partial().shape);
export type OwnListingJson = z.infer<typeof listing>;

const pageSchema = pageOf(listing);
export type OwnListingsPage = z.infer<typeof pageSchema>;

const path = '/user/listings/';

export const ownListingsApi = {
  first: () => callApi('GET', path, pageSchema),

  /** @param next the `next` of the page before */
  after: (next: string) => callApi('GET', pagePath(path, {}, next), pageSchema),
};

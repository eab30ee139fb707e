// Runs anywhere. An app as the pages and the API know one.
import { z } from '../zod.ts';
import type { CategoryName } from './categories.ts';
import type { Picture } from '../page/pictures.ts';
import { ownerSchema, type Owner } from './users.ts';
import { versionSchema, type Release } from './versions.ts';

export const platforms = ['web', 'mobile', 'desktop', 'game'] as const;
export type Platform = (typeof platforms)[number];

export interface Screenshot {
  id: string;
  picture: Picture;
}

export interface AppLinks {
  /** Absolute http(s) URLs; '' where the developer gave none. */
  website: string;
  playstoreLink: string;
  appstoreLink: string;
  externalLink: string;
}

export interface AppListing extends AppLinks {
  id: string;
  /** The slug in the app's address; changes when the app is renamed. */
  nameId: string;
  name: string;
  description: string;
  longDescription: string;
  platform: Platform;
  logo: Picture | null;
  categories: CategoryName[];
  screenshots: Screenshot[];
  owner: Owner;
  currentVersion: Release;
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  views: number;
}

/** What a card shows. */
export type AppSummary = Pick<
  AppListing,
  'id' | 'nameId' | 'name' | 'description' | 'logo' | 'categories' | 'owner'
>;

export const sortOrders = ['newest', 'updated', 'name'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const screenshotSchema = z.object({ id: z.string(), image: z.url() }).meta({ id: 'Screenshot' });

export const appSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    name_id: z.string(),
    description: z.string(),
    long_description: z.string(),
    logo: z.url().nullable(),
    category: z.string().meta({ description: 'Category names joined by a comma; "" when there are none.' }),
    website: z.string(),
    playstore_link: z.string(),
    appstore_link: z.string(),
    external_link: z.string(),
    version: z.string().meta({ description: 'Number of the current release.' }),
    screenshot: z.array(screenshotSchema),
    owner: ownerSchema,
    current_version: versionSchema,
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    views: z.int(),
  })
  .meta({ id: 'App' });

export type AppJson = z.infer<typeof appSchema>;
export type ScreenshotJson = z.infer<typeof screenshotSchema>;

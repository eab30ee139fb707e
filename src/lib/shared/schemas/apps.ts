// An app as pages and the API show it.
import { z } from '../zod.ts';
import {
  answeredFields,
  columnsOfValues,
  updateForms,
  type AnsweredField,
  type AppValues,
  type TypedFieldName,
  type UpdateForm,
} from './app-fields.ts';
import type { CategoryName } from './categories.ts';
import type { Picture } from '../page/pictures.ts';
import { ownerSchema, type Owner } from './users.ts';
import { versionSchema, type Release } from './versions.ts';

export { platforms, type Platform } from './platforms.ts';

export interface Screenshot {
  id: string;
  picture: Picture;
}

/** Absolute http(s) URLs; '' if the developer gave none. */
export type AppLinks = Pick<AppValues, 'website' | 'playstoreLink' | 'appstoreLink' | 'externalLink'>;

export interface AppListing extends AppValues {
  id: string;
  /** The slug in the app's address; changes when the app is renamed. */
  nameId: string;
  name: string;
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

/** @returns the first values of a form that changes an app */
export function formValues(app: AppListing, part: UpdateForm): Partial<Record<TypedFieldName, string>> {
  const values = { name: app.name, version: app.currentVersion.version, ...columnsOfValues(app) };
  return Object.fromEntries(updateForms[part].map((name) => [name, values[name]]));
}

/** The values that a card shows. */
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
    ...(Object.fromEntries(answeredFields.map((name) => [name, z.string()])) as Record<
      AnsweredField,
      z.ZodString
    >),
    logo: z.url().nullable(),
    category: z.string().meta({ description: 'Category names joined by a comma; "" when there are none.' }),
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

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
import { lifecycles, listingStates, type Lifecycle, type ListingState } from './listing-states.ts';
import type { CategoryName } from './categories.ts';
import type { Picture } from '../page/pictures.ts';
import { linkHealthSchema, type LinkHealth } from './links/links.ts';
import { proofBadgeSchema, type ProofBadge } from './proofs/proofs.ts';
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
  state: ListingState;
  lifecycle: Lifecycle;
  /** Milliseconds since 1970; null while it is active. */
  discontinuedAt: number | null;
  /** The app that replaces a discontinued one; null if it is not listed. */
  successor: Successor | null;
  /** What its owner has proved to control; null for nothing. */
  proof: ProofBadge | null;
  /** What looks at its links found; those that nothing is known of are left out. */
  links: LinkHealth[];
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  views: number;
  /** Taps on its links. */
  taps: number;
  /** Its points of the last 28 days, and thousandths above or below its trend before. */
  popularity: number;
  trend: number;
}

/** Why a listing has its state; for its owner and staff. */
export interface StateDetails {
  /** Milliseconds since 1970; null while its owner chooses its state. */
  at: number | null;
  reason: string;
  /** What ends a hold. */
  clears: string;
  /** Id of a policy; '' without one. */
  policy: string;
  decision: string | null;
}

export interface OwnListing {
  app: AppListing;
  details: StateDetails;
}

/** @returns the first values of a form that changes an app */
export function formValues(app: AppListing, part: UpdateForm): Partial<Record<TypedFieldName, string>> {
  const values = { name: app.name, version: app.currentVersion.version, ...columnsOfValues(app) };
  return Object.fromEntries(updateForms[part].map((name) => [name, values[name]]));
}

export type Successor = Pick<AppListing, 'id' | 'nameId' | 'name'>;

/** The values that a card shows. */
export interface AppSummary extends Pick<
  AppListing,
  'id' | 'nameId' | 'name' | 'description' | 'logo' | 'categories' | 'lifecycle'
> {
  owner: Pick<Owner, 'id' | 'firstname' | 'lastname' | 'picture'>;
}

export const sortOrders = ['newest', 'updated', 'popular', 'trending', 'name'] as const;
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
    taps: z.int().meta({ description: 'Taps on its links, of one visitor a day.' }),
    popularity: z.int().meta({ description: 'Points of the last 28 days, as /how-we-count explains.' }),
    trend: z.int().meta({
      description: 'The last 7 days against the 28 before, in thousandths; 0 is as many as before.',
    }),
    state: z.enum(listingStates).meta({
      description:
        '`public`, or `unlisted` or `limited`: then it is in no list. Its owner also sees `held` and `removed`.',
    }),
    lifecycle: z.enum(lifecycles),
    discontinued_at: z.iso.datetime().nullable(),
    replaced_by: z
      .object({ id: z.string(), name_id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The app that replaces a discontinued one, while it is public.' }),
    proof: proofBadgeSchema.nullable(),
    links: z.array(linkHealthSchema).meta({
      description: 'What looks at its links found. Those that nothing is known of are left out.',
    }),
  })
  .meta({ id: 'App' });

/** An app for its owner, with why it has its state. */
export const ownAppSchema = appSchema
  .extend({
    state_at: z.iso.datetime().nullable().meta({ description: 'Since when it is held, limited or removed.' }),
    state_reason: z.string().meta({ description: 'Why it is held, limited or removed; else "".' }),
    state_clears: z.string().meta({ description: 'What ends a hold; else "".' }),
    state_policy: z.string().meta({ description: 'Id of the policy of the decision; "" without one.' }),
    state_decision: z
      .string()
      .nullable()
      .meta({ description: 'Number of the decision, as in /moderation/{number}.' }),
    questions: z
      .array(
        z.object({
          text: z.string().meta({ description: 'What staff ask to change; "" for a report.' }),
          until: z.iso.datetime().meta({ description: 'When staff decide without an answer.' }),
          url: z.url().meta({ description: 'Page to answer on; holds a secret key.' }),
        }),
      )
      .meta({ description: 'Questions about the app that wait for its owner.' }),
  })
  .meta({ id: 'OwnApp' });

export type OwnAppJson = z.infer<typeof ownAppSchema>;

export type AppJson = z.infer<typeof appSchema>;
export type ScreenshotJson = z.infer<typeof screenshotSchema>;

// A release of an app, and how version numbers compare.
import { timelineCategories, type TimelineCategory } from '../text/site-messages.ts';
import { linkNames, type LinkName } from '../addresses/links.ts';
import { named, enumOf, z } from '../zod.ts';
import {
  answeredFields,
  releaseTypes,
  updateForms,
  type AnsweredField,
  type AppColumns,
  type ReleaseType,
  type TypedFieldName,
  type UpdateForm,
} from './app-fields.ts';
import type { CategoryName } from './categories.ts';
import type { Picture } from '../page/pictures.ts';
import { proofBadgeSchema, type ProofBadge } from './proofs.ts';
import { ownerSchema, type Owner } from './users.ts';

export interface Release {
  id: string;
  appId: string;
  version: string;
  releaseType: ReleaseType;
  /** Milliseconds since 1970; null when the developer named no date. */
  releaseDate: number | null;
  latestFeature: string;
  createdAt: number;
  updatedAt: number;
}

export const versionSchema = named(
  'Version',
  {
    id: z.string(),
    app: z.string(),
    version: z.string(),
    release_type: enumOf(releaseTypes),
    release_date: z.iso.datetime().nullable(),
    latest_feature: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  },
  'A release of an app.',
);

export type VersionJson = z.infer<typeof versionSchema>;

/** Reads versions such as '2.10' and 'v1.0.0-beta'. @returns null for one of another kind, which cannot be compared */
function readVersion(text: string): { parts: number[]; stage: string } | null {
  const [, numbers, stage = ''] = /^v?(\d{1,15}(?:\.\d{1,15})*)(?:[-+ ]?(\D.*))?$/i.exec(text.trim()) ?? [];
  return numbers === undefined ? null : { parts: numbers.split('.').map(Number), stage };
}

export function isLowerVersion(version: string, than: string): boolean {
  const [one, other] = [readVersion(version), readVersion(than)];
  if (!one || !other) return false;
  for (let index = 0; index < Math.max(one.parts.length, other.parts.length); index += 1) {
    const difference = (one.parts[index] ?? 0) - (other.parts[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  // A stage such as 'beta' comes before the version itself.
  if (one.stage === '' || other.stage === '') return one.stage !== '' && other.stage === '';
  return one.stage.localeCompare(other.stage, 'en', { numeric: true }) < 0;
}

// States and lifecycles of a listing. A state decides who sees a listing; a lifecycle is a fact that its owner states.

/**
 * `public`: everywhere. `unlisted` by its owner: only by its address. `held`: waits for staff; only its owner and staff
 * see it. `limited` by staff: by its address and on its owner's profile. `removed` by staff: its page says why.
 */
export const listingStates = ['public', 'unlisted', 'held', 'limited', 'removed'] as const;
export type ListingState = (typeof listingStates)[number];

/** States that an owner chooses; the others are decided by staff or a rule. */
export const ownerStates = ['public', 'unlisted'] as const satisfies readonly ListingState[];

export const isOwnerState = (state: ListingState): state is (typeof ownerStates)[number] =>
  (ownerStates as readonly ListingState[]).includes(state);

/** States in which everybody who has the address sees the listing. */
export const visibleStates = ['public', 'unlisted', 'limited'] as const satisfies readonly ListingState[];

/** `discontinued`: its owner no longer develops or offers it. */
export const lifecycles = ['active', 'discontinued'] as const;
export type Lifecycle = (typeof lifecycles)[number];

// The links of an app, and what is known of them.

/** What everybody may know of a link. Both are instants in milliseconds since 1970. */
export interface LinkHealth {
  name: LinkName;
  /** The day on which it last answered; null for a dead one. */
  checkedAt: number | null;
  /** The day of the first look at which a dead one failed. */
  deadSince: number | null;
}

/** Whether a link of the app is dead: then lists show it last, and no shelf has it. */
export const hasDeadLink = ({ links }: { links: readonly LinkHealth[] }): boolean =>
  links.some(({ deadSince }) => deadSince !== null);

export const linkHealthSchema = named('LinkHealth', {
  name: z.enum(linkNames),
  state: z.enum(['good', 'dead']),
  checked_at: z.iso.datetime().nullable().describe('The day on which it answered.'),
  dead_since: z.iso.datetime().nullable().describe('The day since which a dead one has not answered.'),
});

export const ownLinksSchema = named('OwnLinks', {
  is_on: z.boolean().describe('Whether this site looks at links at all.'),
  links: z.array(
    z.object({
      name: z.enum(linkNames),
      url: z.string(),
      state: z
        .enum(['unknown', 'good', 'failing', 'dead'])
        .describe(
          '`failing` is told to the owner alone. `unknown`: no look yet, or the site turns programs away.',
        ),
      problem: z.string().describe('What was wrong at the last look; "" for nothing.'),
      failing_since: z.iso.datetime().nullable(),
      checked_at: z.iso.datetime().nullable().describe('When it answered last.'),
      next_look_at: z.iso.datetime(),
      moved_to: z.string().describe('The address that it has moved to for good; else "".'),
    }),
  ),
});

export type OwnLinksJson = z.infer<typeof ownLinksSchema>;

// An app as pages and the API show it.

export interface Screenshot {
  id: string;
  picture: Picture;
}

/** Absolute http(s) URLs; '' if the developer gave none. */
export type AppLinks = Pick<AppColumns, LinkName>;

export interface AppListing extends AppColumns {
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
  /** For its owner and staff. */
  details: StateDetails;
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

/** Why a listing has its state. */
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

export function formValues(app: AppListing, part: UpdateForm): Partial<Record<TypedFieldName, string>> {
  const values = { ...app, version: app.currentVersion.version };
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

export const sortOrders = {
  newest: 'Newest',
  updated: 'Updated',
  popular: 'Popular',
  trending: 'Trending',
  name: 'Name',
} as const;
export type SortOrder = keyof typeof sortOrders;

export const screenshotSchema = named('Screenshot', { id: z.string(), image: z.url() });

export const appSchema = named('App', {
  id: z.string(),
  name: z.string(),
  name_id: z.string(),
  ...(Object.fromEntries(answeredFields.map((name) => [name, z.string()])) as Record<
    AnsweredField,
    z.ZodString
  >),
  logo: z.url().nullable(),
  category: z.string().describe('Category names joined by a comma; "" when there are none.'),
  version: z.string().describe('Number of the current release.'),
  screenshot: z.array(screenshotSchema),
  owner: ownerSchema,
  current_version: versionSchema,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  views: z.int(),
  taps: z.int().describe('Taps on its links, of one visitor a day.'),
  popularity: z.int().describe('Points of the last 28 days, as /how-we-count explains.'),
  trend: z.int().describe('The last 7 days against the 28 before, in thousandths; 0 is as many as before.'),
  state: z
    .enum(listingStates)
    .describe(
      '`public`, or `unlisted` or `limited`: then it is in no list. Its owner also sees `held` and `removed`.',
    ),
  lifecycle: z.enum(lifecycles),
  discontinued_at: z.iso.datetime().nullable(),
  replaced_by: z
    .object({ id: z.string(), name_id: z.string(), name: z.string() })
    .nullable()
    .describe('The app that replaces a discontinued one, while it is public.'),
  proof: proofBadgeSchema.nullable(),
  links: z
    .array(linkHealthSchema)
    .describe('What looks at its links found. Those that nothing is known of are left out.'),
});

/** An app for its owner, with why it has its state. */
export const ownAppSchema = named('OwnApp', {
  ...appSchema.shape,
  state_at: z.iso.datetime().nullable().describe('Since when it is held, limited or removed.'),
  state_reason: z.string().describe('Why it is held, limited or removed; else "".'),
  state_clears: z.string().describe('What ends a hold; else "".'),
  state_policy: z.string().describe('Id of the policy of the decision; "" without one.'),
  state_decision: z.string().nullable().describe('Number of the decision, as in /moderation/{number}.'),
  questions: z
    .array(
      z.object({
        text: z.string().describe('What staff ask to change; "" for a report.'),
        until: z.iso.datetime().describe('When staff decide without an answer.'),
        url: z.url().describe('Page to answer on; holds a secret key.'),
      }),
    )
    .describe('Questions about the app that wait for its owner.'),
});

export type OwnAppJson = z.infer<typeof ownAppSchema>;

export type AppJson = z.infer<typeof appSchema>;
export type ScreenshotJson = z.infer<typeof screenshotSchema>;

// The events of a developer, as a profile shows them.

export interface TimelineEntry<App = AppListing> {
  id: string;
  category: TimelineCategory;
  userId: string;
  /** The listed app for LIST_APP; null for the other categories. */
  app: App | null;
  createdAt: number;
}

export const timelineEntrySchema = named('TimelineEntry', {
  id: z.string(),
  created_at: z.iso.datetime(),
  category: enumOf(timelineCategories),
  user: z.string(),
  app: appSchema.nullable(),
});

export type TimelineEntryJson = z.infer<typeof timelineEntrySchema>;

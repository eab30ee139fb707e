import { figureNames, statisticsDays, type FigureName } from '../text/statistics-texts.ts';
import { linkNames } from '../addresses/links.ts';
import { named, z } from '../zod.ts';

/**
 * An app or a user's profile that is viewed, or an app whose links are tapped, by its id. `link:<id>:<name>` is one of
 * these links, and `from:<id>:<source>` where the viewers of an app came from.
 */
export type ViewSubject = `${'app' | 'tap' | 'user' | 'link' | 'from'}:${string}`;

/** Maximum age of a public view count, so that a page is not rendered again for every view. */
export const viewsKeptMs = 10 * 60_000;

/** Days in the owner's chart. */
export const viewDays = 30;

const day = z.object({ day: z.iso.date(), views: z.int() });

export const viewCountsSchema = named(
  'ViewCounts',
  { total: z.int(), days: z.array(day) },
  `Views in all, and on each of the last ${viewDays} days, oldest first.`,
);

export const appCountsSchema = named(
  'AppCounts',
  {
    total: z.int(),
    taps: z.int().describe('Taps on its links in all.'),
    days: z.array(day.extend({ taps: z.int() })),
  },
  `Views and taps in all, and on each of the last ${viewDays} days, oldest first.`,
);

/** Domains that count for one app and day; views from others count as 'Other'. */
export const maxSources = 30;

export const statisticsQuery = z.object({
  days: z
    .enum(statisticsDays.map(String))
    .default('30')
    .transform(Number)
    .describe('30, 90 or 365 days until today.'),
});

export const tapQuery = z.object({ link: z.enum(linkNames).optional().describe('Which link.') });

const figures = z.object(
  Object.fromEntries(figureNames.map((name) => [name, z.int()])) as Record<FigureName, z.ZodInt>,
);

export const statisticsSchema = named(
  'Statistics',
  {
    days: z.array(figures.extend({ day: z.iso.date() })).describe('Oldest first; the last one is today.'),
    total: figures,
    before: figures.describe('Of as many days before.'),
    sources: z
      .array(z.object({ source: z.string(), views: z.int(), before: z.int() }))
      .describe(
        "Where viewers came from: a registrable domain, a search engine, 'Own', 'Direct' or 'Other'.",
      ),
    releases: z.array(z.object({ day: z.iso.date(), version: z.string() })).describe('Oldest first.'),
  },
  'Saves and followers are those of the day that still stand. Taps count a visitor once for all links.',
);

export type Figures = z.infer<typeof figures>;
export type StatisticsJson = z.infer<typeof statisticsSchema>;
export type AppCountsJson = z.infer<typeof appCountsSchema>;

// How visits become ranks. The page /how-we-count says the same in words; docs/decisions/031-popularity.md says why.

export const countingRules = {
  /** Visitors of one network that count as views of an app or a profile on one day. */
  viewsOfNetwork: 20,
  /** Days of the popularity, and of the time that a trend is compared with. */
  popularDays: 28,
  /** Days of a trend; the days before follow. */
  trendDays: 7,
  /** Points that every app is taken to have had in both times of a trend, so that a few visitors are no trend. */
  prior: 100,
  /** The smallest trend, in thousandths, that is shown among the trending apps. */
  smallestTrend: 250,
} as const;

/** Days that count. */
export const rankedDays = countingRules.trendDays + countingRules.popularDays;

/** Points of an app on a day. The root lets many days weigh more than one day with many visitors. */
export function pointsOf(visitors: number): number {
  return Math.round(10 * Math.sqrt(visitors));
}

/**
 * @param visitors views and taps by day, each with its age in days: 0 is today
 * @returns the trend in thousandths above or below what the days before promise; 0 without visits
 */
export function ranksOf(visitors: Iterable<readonly [age: number, visitors: number]>) {
  const { popularDays, prior, trendDays } = countingRules;
  let [popular, recent, before] = [0, 0, 0];
  for (const [age, count] of visitors) {
    const points = age >= 0 && age < rankedDays ? pointsOf(count) : 0;
    if (age < popularDays) popular += points;
    if (age < trendDays) recent += points;
    else before += points;
  }
  const expected = (before * trendDays) / popularDays;
  return { popular, trending: Math.round(1_000 * ((recent + prior) / (expected + prior) - 1)) };
}

/** @returns '+18 %', or '0 %' for as many as before */
export function formatTrend(trend: number): string {
  const percent = Math.round(trend / 10);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${String(Math.abs(percent))} %`;
}

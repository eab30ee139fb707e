// Texts about the statistics of an app.

export const statisticsTexts = {
  title: 'Statistics',
  waiting: 'Loading your statistics...',
  lead: 'Only you can see this. A visitor counts once a day. Saves and followers are counted on the day they began, as long as they last.',
  choose: 'Time',
  days: (days: number): string => `${String(days)} days`,
  before: (count: string, days: number): string => `${count} in the ${String(days)} days before`,
  peak: (count: string): string => `Most on a day: ${count}`,
  releases: 'Releases, dashed in the charts',
  daily: 'Figures of each day',
  clicks: 'Clicks for each link',
  sources: 'Where visitors came from',
  noSources: 'No visitor yet.',
  day: 'Day',
  link: 'Link',
  source: 'Source',
  views: 'Views',
  earlier: 'Before',
  now: 'Now',
  download: 'Download days as CSV',
  downloadSources: 'Download sources as CSV',
};

/** What is counted each day. */
export const figureLabels = {
  views: 'Views',
  taps: 'Link clicks',
  website: 'Website',
  external_link: 'Other link',
  appstore_link: 'App Store',
  playstore_link: 'Play Store',
  saves: 'Saves',
  followers: 'Followers',
  profile_views: 'Profile views',
} as const;
export type FigureName = keyof typeof figureLabels;
export const figureNames = Object.keys(figureLabels) as FigureName[];

/** Choices of days of an owner's statistics, which as many days before are compared with. */
export const statisticsDays = [30, 90, 365] as const;

/** The source of views that the pages of this site led to. */
export const ownSource = 'Own';

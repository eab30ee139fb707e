export const statisticsTexts = { title: 'Statistics' };

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

export const platforms = ['web', 'mobile', 'desktop', 'game'] as const;
export type Platform = (typeof platforms)[number];

export const platformLabels: Record<Platform, string> = {
  web: 'Web',
  mobile: 'Mobile',
  desktop: 'Desktop',
  game: 'Game',
};

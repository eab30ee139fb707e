// Runs anywhere. The social networks a profile can link to, in the order in which they are offered.
export const socialNetworks = [
  'linkedin',
  'github',
  'twitter',
  'stack-overflow',
  'youtube',
  'medium',
  'facebook',
  'instagram',
  'tiktok',
  'pinterest',
] as const;

export type SocialNetwork = (typeof socialNetworks)[number];

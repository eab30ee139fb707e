import type { ReleaseType } from '../lib/shared/schemas/app-fields.ts';
import { dayMs } from '../lib/shared/text/days.ts';
import type { Random } from './random.ts';

export interface PlannedRelease {
  version: string;
  release_type: ReleaseType;
  /** Milliseconds since 1970; null if a developer named none. */
  release_date: number | null;
  latest_feature: string;
  created_at: number;
}

/** The way of an app from an idea to a mature product. */
const way: readonly (readonly [version: string, type: ReleaseType])[] = [
  ['0.0.1', 'IN_PLANNING'],
  ['0.1.0', 'IN_DEVELOPMENT'],
  ['0.3.0', 'ALPHA'],
  ['0.5.2', 'ALPHA'],
  ['0.8.0', 'BETA'],
  ['0.9.4', 'BETA'],
  ['1.0.0', 'LIVE'],
  ['1.1.0', 'LIVE'],
  ['1.2.3', 'LIVE'],
  ['1.4.0', 'LIVE'],
  ['2.0.0', 'LIVE'],
  ['2.1.1', 'LIVE'],
];

/** Release types of an app's newest release: most apps are live, some are in development. */
const ends = [1, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 11] as const;

const features: Record<ReleaseType, readonly string[]> = {
  IN_PLANNING: [
    'First sketches and a list of what the first version must do.',
    'Talks with the first users, and a plan made from what they said.',
  ],
  IN_DEVELOPMENT: [
    'The main screens work from end to end on test data.',
    'Sign-up, settings and the first complete task.',
  ],
  ALPHA: [
    'Open to a small group. Search, filters and a faster first screen.',
    'Works with a weak connection; what was typed is kept until it can be sent.',
    'A new start page, and fixes for what the first testers found.',
  ],
  BETA: [
    'Open to everyone who wants to try it. Notifications and a help page.',
    'Dark theme, larger touch targets and half the download size.',
    'Receipts can be shared. Fixes for older phones.',
  ],
  LIVE: [
    'Out for everyone.\nThank you to all who tested it.',
    'Faster on phones with little memory.\nFixes for slow networks.',
    'Search understands spelling mistakes.\nLists remember where you were.',
    'A simpler first screen.\nDark theme follows the phone.',
    'Less data used for pictures.\nNew languages: Hausa, Igbo, Yoruba and Pidgin.',
    'Screen readers read every button.\nAll texts can be enlarged.',
    'Passcode and fingerprint lock.\nA list of devices that are logged in.',
    'Works without a connection for what was opened before.',
  ],
};

/**
 * One to five releases between two instants, oldest first; the first comes with the listing, at `from`.
 * The texts could stand under any app and claim nothing about a real one.
 */
export function planReleases(random: Random, from: number, to: number): PlannedRelease[] {
  const end = random.pick(ends);
  const count = Math.min(random.int(1, 5), end + 1);
  const steps = random
    .some(
      Array.from({ length: end }, (_, index) => index),
      count - 1,
    )
    .concat(end)
    .sort((a, b) => a - b);
  let before = from;
  return steps.map((step, index) => {
    const [version, release_type] = way[step] ?? ['0.1.0', 'IN_DEVELOPMENT'];
    const left = (to - before) / (steps.length - index);
    const created_at = index === 0 ? from : Math.round(before + left * (0.35 + random.next() * 0.6));
    before = created_at;
    const named = random.chance(0.85) && release_type !== 'IN_PLANNING';
    return {
      version,
      release_type,
      release_date: named ? created_at - (created_at % dayMs) + 9 * 60 * 60 * 1000 : null,
      latest_feature: random.pick(features[release_type]),
      created_at,
    };
  });
}

// The links whose pages a browser fetches ahead (Speculation Rules, WICG): docs/decisions/027-opens-at-once.md.
import { urls } from '../addresses/urls.ts';
import { hashOf } from './hue.ts';

/** Public pages. Pages of a login, forms, files and everything new are left out until somebody adds them here. */
const pages = [
  urls.home(),
  urls.apps(),
  urls.picks(),
  urls.categories(),
  urls.search(),
  urls.about(),
  urls.terms(),
  urls.privacy(),
  urls.policies(),
  urls.transparency(),
  urls.howWeCount(),
  '/category/:name',
  '/app/:name',
  '/app/:name/versions',
  '/user/:id',
  '/user/:id/apps',
  '/user/:id/timeline',
  '/u/:handle',
  '/moderation/:number',
];

/** The script in the head notes on the root whether data is saved, and whether the connection is one of 2G. */
const rule = (root: string, eagerness: 'conservative' | 'moderate') => ({
  where: {
    and: [
      { href_matches: pages },
      { selector_matches: `${root}:not([data-saver],[data-slow]) a:not([target],[download])` },
    ],
  },
  eagerness,
});

/**
 * A finger or a button that goes down fetches the page; where there is a mouse, also one that rests on the link. On a
 * phone 'moderate' would fetch links that are merely in view. Nothing is prerendered: that would load pictures, too.
 */
export const speculationRules = JSON.stringify({
  prefetch: [rule('html', 'conservative'), rule('html[data-system=""]', 'moderate')],
});

/** Names the rules in their address. */
export const speculationVersion = hashOf(speculationRules).toString(16);

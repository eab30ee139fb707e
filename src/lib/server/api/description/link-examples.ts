// What is known of the links of an app, in the examples of the description.
import type { LinkHealthJson, OwnLinksJson } from '../../../shared/schemas/links/links.ts';

export const linkHealth: LinkHealthJson = {
  name: 'website',
  state: 'good',
  checked_at: '2026-11-20T23:00:00.000Z',
  dead_since: null,
};

export const ownLinks: OwnLinksJson = {
  is_on: true,
  links: [
    {
      name: 'website',
      url: 'https://marketprices.ng',
      state: 'good',
      problem: '',
      failing_since: null,
      checked_at: '2026-11-21T08:30:00.000Z',
      next_look_at: '2026-11-27T20:10:00.000Z',
      moved_to: 'https://marketprices.africa',
    },
  ],
};

import type { Letter } from '../accounts/index.ts';
import { formatDay } from '../../shared/text/dates.ts';

interface FailingLink {
  label: string;
  url: string;
  /** What is wrong, as a sentence. */
  problem: string;
}

interface About {
  app: string;
  /** Address of the owner's page with the links. */
  page: string;
  links: readonly FailingLink[];
  /** When the first of them failed. Milliseconds since 1970. */
  since: number;
  /** When the page says so. */
  until: number;
}

export const linkLetters = {
  failing: ({ app, page, links, since, until }: About): Letter => ({
    subject: `a link of ${app} does not answer`,
    body: [
      `we look at the links of ${app} once a week. Since ${formatDay(since)} each of our looks at ${links.length === 1 ? 'this one' : 'these'} has failed:`,
      ...links.flatMap(({ label, url, problem }) => [`${label}: ${url}`, problem]),
      `Nobody but you has been told. If it still fails on ${formatDay(until)}, the page of ${app} says so, and lists show the app last. As soon as the link answers again, or has another address, both end by themselves.`,
      'Change or remove the link here:',
      { link: page },
    ],
  }),
};

// Pages of Google Play, in the form of their public HTML: structured data, OpenGraph tags, pictures, a website.
import { html, ld, type Fixture, type Reply } from './fixture.ts';

type Json = Record<string, unknown>;
type Expected = Fixture['expected'];

const linkOf = (id: string): string => `https://play.google.com/store/apps/details?id=${id}`;

export function page(
  about: string,
  id: string,
  reply: string | Reply,
  expected: Expected,
  rest: Partial<Fixture> = {},
): Fixture {
  const isRead = Object.keys(expected).length > 0;
  return {
    about,
    address: linkOf(id),
    hosts: { 'play.google.com': { [`/store/apps/details?id=${id}&hl=en&gl=NG`]: reply } },
    expected: isRead ? { platform: 'mobile', playstore_link: linkOf(id), ...expected } : {},
    ...rest,
  };
}

export const data = (facts: Json): string =>
  ld({ '@context': 'https://schema.org', '@type': 'SoftwareApplication', ...facts });

/** A page whose structured data has these facts. */
export const app = (about: string, id: string, facts: Json, expected: Expected, body = ''): Fixture =>
  page(about, id, html(`<title>App - Apps on Google Play</title>${data(facts)}`, body), expected);

export const website = (address: string): string =>
  `<a href="${address}" aria-label="Website ${address} "></a>`;

// Pages of Google Play, in the form of their public HTML: structured data, OpenGraph tags, pictures, a website.
import { html, ld, meta, og, type Fixture, type Reply } from './fixture.ts';

type Json = Record<string, unknown>;
type Expected = Fixture['expected'];

const linkOf = (id: string): string => `https://play.google.com/store/apps/details?id=${id}`;

function page(
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

const data = (facts: Json): string =>
  ld({ '@context': 'https://schema.org', '@type': 'SoftwareApplication', ...facts });

/** A page whose structured data has these facts. */
const app = (about: string, id: string, facts: Json, expected: Expected, body = ''): Fixture =>
  page(about, id, html(`<title>App - Apps on Google Play</title>${data(facts)}`, body), expected);

const website = (address: string): string => `<a href="${address}" aria-label="Website ${address} "></a>`;

export const playListings: readonly Fixture[] = [
  page(
    'a whole page',
    'ng.kobopay.whole',
    html(
      og('title', 'KoboPay - Apps on Google Play') +
        og('description', 'Send money at once.') +
        data({
          name: 'KoboPay',
          description: 'Send money at once.',
          operatingSystem: 'ANDROID',
          applicationCategory: 'FINANCE',
          contentRating: 'Everyone',
          softwareVersion: '8.1.0',
          offers: [{ '@type': 'Offer', price: '0', priceCurrency: 'NGN' }],
        }),
      website('https://kobopay.ng'),
    ),
    {
      name: 'KoboPay',
      description: 'Send money at once.',
      category: 'Finance',
      age: 'all',
      version: '8.1.0',
      price: 'free',
      website: 'https://kobopay.ng',
    },
  ),
  page(
    'OpenGraph without structured data',
    'ng.ajo.og',
    html(og('title', 'Ajo - Apps on Google Play') + og('description', 'Save together.')),
    { name: 'Ajo', description: 'Save together.' },
  ),
  page(
    'a description in an ordinary tag',
    'ng.meta.only',
    html(og('title', 'Meta - Apps on Google Play') + meta('description', 'Plain tag.')),
    { name: 'Meta', description: 'Plain tag.' },
  ),
  app(
    'a puzzle',
    'ng.game.puzzle',
    { name: 'Ayo', applicationCategory: 'GAME_PUZZLE' },
    {
      name: 'Ayo',
      category: 'Games',
      platform: 'game',
    },
  ),
  app(
    'a paid app',
    'ng.paid.app',
    { name: 'Hymns', offers: [{ price: '1500.00' }] },
    { name: 'Hymns', price: 'paid' },
  ),
  app(
    'a version that varies',
    'ng.varies.app',
    { name: 'Vary', softwareVersion: 'Varies with device' },
    { name: 'Vary' },
  ),
  app(
    'health',
    'ng.health.app',
    { name: 'Sickle', applicationCategory: 'HEALTH_AND_FITNESS' },
    {
      name: 'Sickle',
      category: 'Health & Fitness',
    },
  ),
  app(
    'books',
    'ng.books.app',
    { name: 'Reader', applicationCategory: 'BOOKS_AND_REFERENCE' },
    {
      name: 'Reader',
      category: 'Books',
    },
  ),
  app(
    'maps',
    'ng.maps.app',
    { name: 'Route', applicationCategory: 'MAPS_AND_NAVIGATION' },
    {
      name: 'Route',
      category: 'Navigation',
    },
  ),
  app(
    'news',
    'ng.news.app',
    { name: 'Daily', applicationCategory: 'NEWS_AND_MAGAZINES' },
    {
      name: 'Daily',
      category: 'News',
    },
  ),
  app(
    'food',
    'ng.food.app',
    { name: 'Amala', applicationCategory: 'FOOD_AND_DRINK' },
    {
      name: 'Amala',
      category: 'Food & Drink',
    },
  ),
  app(
    'video',
    'ng.video.app',
    { name: 'Nolly', applicationCategory: 'VIDEO_PLAYERS' },
    {
      name: 'Nolly',
      category: 'Photo & Video',
    },
  ),
  app(
    'a category that is none of ours',
    'ng.parent.app',
    { name: 'Iya', applicationCategory: 'PARENTING' },
    { name: 'Iya' },
  ),
  app(
    'an age of seven',
    'ng.seven.app',
    { name: 'Kids', contentRating: 'PEGI 7' },
    { name: 'Kids', age: '7' },
  ),
  app(
    'an age of twelve',
    'ng.twelve.app',
    { name: 'Teen', contentRating: 'Rated for 12+' },
    { name: 'Teen', age: '12' },
  ),
  app(
    'an age that is none of ours',
    'ng.teen.app',
    { name: 'Teens', contentRating: 'Teen' },
    { name: 'Teens' },
  ),
  app(
    'an age of eighteen',
    'ng.adult.app',
    { name: 'Bet', contentRating: 'PEGI 18' },
    { name: 'Bet', age: '18' },
  ),
  app(
    'a name with a slogan, too long for a listing',
    'ng.long.name',
    { name: 'Waybill | send parcels between all states of Nigeria' },
    { name: 'Waybill' },
  ),
  app(
    'a website of Google itself, which is none of the app',
    'ng.google.site',
    { name: 'Own' },
    { name: 'Own' },
    website('https://support.google.com/googleplay'),
  ),
  app(
    'a website in a private network',
    'ng.inner.site',
    { name: 'Inner' },
    { name: 'Inner' },
    website('http://10.0.0.1/'),
  ),
  app(
    'a website behind other links',
    'ng.third.link',
    { name: 'Third' },
    { name: 'Third', website: 'https://third.ng/app' },
    `<a href="/store/apps">Apps</a><a href="mailto:a@third.ng">Mail</a>${website('https://third.ng/app')}`,
  ),
  app(
    'HTML in a description',
    'ng.html.text',
    { name: 'Bold', description: '<b>Bold</b><br>claims &amp; facts.' },
    {
      name: 'Bold',
      description: 'Bold claims & facts.',
    },
  ),
  page(
    'script in a name',
    'ng.script.name',
    html(og('title', '&lt;script&gt;steal()&lt;/script&gt;Kilishi - Apps on Google Play')),
    { name: 'Kilishi' },
  ),
  app(
    'two nodes, of which one is the app',
    'ng.two.nodes',
    { '@graph': [{ '@type': 'WebSite', name: 'Play' }], name: 'Right' },
    {
      name: 'Right',
    },
  ),
  page(
    'structured data that is cut off',
    'ng.cut.off',
    `${html(og('title', 'Cut - Apps on Google Play'))}<script type="application/ld+json">{"@type":`,
    {
      name: 'Cut',
    },
  ),
  page(
    'a page of two megabytes',
    'ng.large.page',
    html(data({ name: 'Large' }), '<p>Review.</p>'.repeat(150_000)),
    {
      name: 'Large',
    },
  ),
  page(
    'a page beyond five megabytes',
    'ng.huge.page',
    html(data({ name: 'Huge' }), 'x'.repeat(6_000_000)),
    {},
    {
      problem: /sent more than is read/,
    },
  ),
  page(
    'an app that is not there',
    'ng.missing.app',
    { status: 404, body: 'x' },
    {},
    { problem: /no app at this address/ },
  ),
  page(
    'a wall before the page',
    'ng.walled.app',
    { status: 429, body: 'x' },
    {},
    { problem: /asked too often/ },
  ),
  page(
    'a page of consent',
    'ng.consent.page',
    html('<title>Before you continue</title>'),
    {},
    {
      problem: /does not name an app/,
    },
  ),
];

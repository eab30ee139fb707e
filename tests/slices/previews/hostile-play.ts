import { html, og, type Fixture } from './fixture.ts';
import { app, data, page, website } from './play-pages.ts';

/** Pages of Google Play that are broken, partial or hostile. */
export const hostilePlay: readonly Fixture[] = [
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

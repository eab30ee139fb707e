import { html, ld, meta, type Fixture } from './fixture.ts';

/** More of websites.ts. */
export const moreWebsites: readonly Fixture[] = [
  {
    about: 'profiles of an organisation, among them its source code',
    address: 'https://opencode.ng',
    hosts: {
      'opencode.ng': {
        '/': html(
          ld({
            '@type': 'Organization',
            name: 'OpenCode Naija',
            sameAs: ['https://x.com/opencode', 'https://github.com/opencode-ng/portal'],
          }),
        ),
      },
    },
    expected: {
      name: 'OpenCode Naija',
      external_link: 'https://github.com/opencode-ng/portal',
      website: 'https://opencode.ng',
    },
  },
  {
    about: 'a game that runs in the browser',
    address: 'https://play.ayo.ng',
    hosts: {
      'play.ayo.ng': {
        '/': html(
          ld([
            { '@type': 'VideoGame', name: 'Ayo', applicationCategory: 'Game', description: 'Sow the seeds.' },
          ]),
        ),
      },
    },
    expected: {
      name: 'Ayo',
      description: 'Sow the seeds.',
      category: 'Games',
      platform: 'game',
      website: 'https://play.ayo.ng',
    },
  },
  {
    about: 'a description with more than fits',
    address: 'https://longtext.ng',
    hosts: {
      'longtext.ng': {
        '/': html(
          '<title>LongText</title>' +
            meta(
              'description',
              'Compares the prices of markets in Lagos every morning. It asks two hundred traders, who are paid for it, and shows which way prices go.',
            ),
        ),
      },
    },
    expected: {
      name: 'LongText',
      description: 'Compares the prices of markets in Lagos every morning.',
      website: 'https://longtext.ng',
    },
  },
  {
    about: 'a redirect to another host of the same site',
    address: 'http://danfo.ng/?utm_source=flyer#top',
    hosts: {
      'danfo.ng': { '/': { status: 301, headers: { location: 'https://www.danfo.ng/start' } } },
      'www.danfo.ng': { '/start': html('<title>Danfo</title>' + meta('description', 'Bus routes.')) },
    },
    expected: { name: 'Danfo', description: 'Bus routes.', website: 'https://www.danfo.ng/start' },
  },
];

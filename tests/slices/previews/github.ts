// Answers of GitHub's API, in the public format of its documentation.
import type { Fixture, Reply } from './fixture.ts';

type Json = Record<string, unknown>;
type Expected = Fixture['expected'];

interface Repository {
  facts: Json;
  /** The tag of its newest release. */
  tag?: string;
  address?: string;
}

let next = 0;

/** A repository with these facts of its own. */
function repository(about: string, { facts, tag, address }: Repository, expected: Expected): Fixture {
  next += 1;
  const id = `naija-dev${String(next)}/${String(facts['name'])}`;
  const url = `https://github.com/${id}`;
  const api = `/repos/${id}`;
  return {
    about,
    address: address?.replace('{id}', id) ?? url,
    hosts: {
      'api.github.com': {
        [api]: { json: { full_name: id, html_url: url, private: false, ...facts } },
        ...(tag !== undefined && { [`${api}/releases/latest`]: { json: { tag_name: tag } } }),
      },
    },
    expected: { external_link: url, ...expected },
  };
}

function refused(
  about: string,
  id: string,
  reply: string | Reply | { json: unknown },
  problem: RegExp,
): Fixture {
  return {
    about,
    address: `https://github.com/${id}`,
    hosts: { 'api.github.com': { [`/repos/${id}`]: reply } },
    expected: {},
    problem,
  };
}

export const repositories: readonly Fixture[] = [
  repository(
    'a whole repository',
    {
      facts: {
        name: 'naija-ledger',
        description: 'Books for small shops.',
        homepage: 'https://ledger.ng',
        topics: ['finance', 'pwa', 'nigeria'],
      },
      tag: 'v1.4.0',
    },
    {
      name: 'Naija ledger',
      description: 'Books for small shops.',
      website: 'https://ledger.ng',
      category: 'Finance',
      platform: 'web',
      version: '1.4.0',
    },
  ),
  repository('a name alone', { facts: { name: 'Oga' } }, { name: 'Oga' }),
  repository('a name with capitals', { facts: { name: 'PalmWine-API' } }, { name: 'PalmWine API' }),
  repository(
    'a name with underscores',
    { facts: { name: 'market_price_bot' } },
    { name: 'Market price bot' },
  ),
  repository(
    'a tag without a v',
    { facts: { name: 'tag' }, tag: '2026.11' },
    { name: 'Tag', version: '2026.11' },
  ),
  repository(
    'a tag with words',
    { facts: { name: 'beta' }, tag: 'v2.0.0-beta.1' },
    { name: 'Beta', version: '2.0.0-beta.1' },
  ),
  repository(
    'a tag that is too long',
    { facts: { name: 'longtag' }, tag: 'x'.repeat(80) },
    { name: 'Longtag' },
  ),
  repository(
    'an Android app',
    { facts: { name: 'keke', topics: ['android'] } },
    { name: 'Keke', platform: 'mobile' },
  ),
  repository(
    'an Electron app',
    { facts: { name: 'pos', topics: ['electron', 'business'] } },
    {
      name: 'Pos',
      platform: 'desktop',
      category: 'Business',
    },
  ),
  repository(
    'a game',
    { facts: { name: 'ludo', topics: ['game'] } },
    { name: 'Ludo', platform: 'game', category: 'Games' },
  ),
  repository(
    'tools of developers',
    { facts: { name: 'paykit', topics: ['sdk', 'fintech'] } },
    {
      name: 'Paykit',
      category: 'Developer Tools,Finance',
    },
  ),
  repository(
    'topics that say nothing',
    { facts: { name: 'misc', topics: ['hacktoberfest', 'typescript'] } },
    { name: 'Misc' },
  ),
  repository(
    'a website without https',
    { facts: { name: 'bare', homepage: 'bare.com.ng' } },
    {
      name: 'Bare',
      website: 'https://bare.com.ng',
    },
  ),
  repository('an empty website', { facts: { name: 'nosite', homepage: '' } }, { name: 'Nosite' }),
  repository(
    'a website that is a script',
    { facts: { name: 'jsurl', homepage: 'javascript:alert(1)' } },
    { name: 'Jsurl' },
  ),
  repository(
    'a website in a private network',
    { facts: { name: 'inner', homepage: 'http://10.1.1.1' } },
    { name: 'Inner' },
  ),
  repository('no description', { facts: { name: 'quiet', description: null } }, { name: 'Quiet' }),
  repository(
    'a long description without sentences',
    { facts: { name: 'words', description: `${'every word '.repeat(20)}end` } },
    { name: 'Words', description: `${'every word '.repeat(10).trim()} every...` },
  ),
  repository(
    'HTML in a description',
    { facts: { name: 'tags', description: '<h1>Tags</h1> & more' } },
    {
      name: 'Tags',
      description: 'Tags & more',
    },
  ),
  repository(
    'pictures and marks in a description',
    { facts: { name: 'emoji', description: '🚀 Fast\u202e deliveries' } },
    {
      name: 'Emoji',
      description: '🚀 Fast deliveries',
    },
  ),
  repository(
    'an address below the repository',
    { facts: { name: 'tree' }, address: 'https://github.com/{id}/tree/main/src' },
    {
      name: 'Tree',
    },
  ),
  repository(
    'an address of git',
    { facts: { name: 'clone' }, address: 'github.com/{id}.git' },
    { name: 'Clone' },
  ),
  repository(
    'an address with www and a question',
    { facts: { name: 'www' }, address: 'https://www.github.com/{id}/?tab=readme' },
    {
      name: 'Www',
    },
  ),
  repository(
    'another address in its answer',
    { facts: { name: 'fake', html_url: 'https://evil.ng/x' } },
    { name: 'Fake' },
  ),
  repository(
    'an avatar in a private network',
    { facts: { name: 'avatar', owner: { avatar_url: 'https://127.0.0.1/a.png' } } },
    {
      name: 'Avatar',
    },
  ),
  repository(
    'values of other types',
    { facts: { name: 'types', topics: 'android', homepage: [], description: {} } },
    {
      name: 'Types',
      platform: 'mobile',
    },
  ),
  refused(
    'a private repository',
    'naija-dev/hidden',
    { status: 404, body: '{"message":"Not Found"}' },
    /no public repository/,
  ),
  refused('a limit that is reached', 'naija-dev/limited', { status: 403, body: '{}' }, /asked too often/),
  refused(
    'an answer that is cut off',
    'naija-dev/cut',
    { type: 'application/json', body: '{"name":"cut"' },
    /cannot be read/,
  ),
  refused('an answer without a name', 'naija-dev/nameless', { json: { message: 'Moved' } }, /cannot be read/),
];

// Answers of Apple's lookup service, in the public format of its documentation.
import type { Fixture, Reply } from './fixture.ts';

type Json = Record<string, unknown>;
type Expected = Fixture['expected'];

const path = (id: string, country: string): string => `/lookup?id=${id}&country=${country}&entity=software`;
const linkOf = (id: string, country = 'ng'): string => `https://apps.apple.com/${country}/app/app/id${id}`;
const answer = (...results: Json[]): { json: unknown } => ({
  json: { resultCount: results.length, results },
});

let next = 1_500_000_000;

/** A listing with these facts of its own. */
function listing(about: string, facts: Json, expected: Expected, rest: Partial<Fixture> = {}): Fixture {
  next += 1;
  const id = String(next);
  const found = answer({ wrapperType: 'software', kind: 'software', trackId: next, ...facts });
  return {
    about,
    address: linkOf(id),
    hosts: { 'itunes.apple.com': { [path(id, 'ng')]: found } },
    expected: { platform: 'mobile', appstore_link: linkOf(id), ...expected },
    ...rest,
  };
}

/** An answer of the service that is no listing. */
function refused(
  about: string,
  id: string,
  reply: string | Reply | { json: unknown },
  problem: RegExp,
): Fixture {
  return {
    about,
    address: linkOf(id),
    hosts: { 'itunes.apple.com': { [path(id, 'ng')]: reply, [path(id, 'us')]: reply } },
    expected: {},
    problem,
  };
}

const long = `Save a little every day. ${'The money waits in an account of your own. '.repeat(10)}`.trim();

export const appStoreListings: readonly Fixture[] = [
  listing(
    'a whole listing',
    {
      trackName: 'KoboPay',
      description: 'Send money.',
      primaryGenreName: 'Finance',
      genres: ['Finance', 'Productivity'],
      version: '3.2.0',
      price: 0,
      sellerUrl: 'https://kobopay.ng/',
      contentAdvisoryRating: '4+',
      fileSizeBytes: '52428800',
      languageCodesISO2A: ['EN', 'HA', 'YO', 'DE'],
    },
    {
      name: 'KoboPay',
      description: 'Send money.',
      long_description: 'Send money.',
      category: 'Finance,Productivity',
      version: '3.2.0',
      price: 'free',
      website: 'https://kobopay.ng',
      age: 'all',
      size: '50 MB',
      languages: 'English,Hausa,Yoruba',
    },
  ),
  listing('a name alone', { trackName: 'Ajo' }, { name: 'Ajo' }),
  listing(
    'a name with a slogan behind a colon, too long for a listing',
    { trackName: 'Danfo: bus routes, fares and stops all over Lagos State' },
    { name: 'Danfo' },
  ),
  listing(
    'a name with a slogan behind a dash, too long for a listing',
    { trackName: 'Suya - find the best suya spots in Abuja and Kaduna' },
    { name: 'Suya' },
  ),
  listing(
    'a name too long to cut',
    { trackName: 'x'.repeat(60), version: '1.0' },
    { version: '1.0' },
    {
      problem: /name of the app was not found/,
    },
  ),
  listing(
    'a long description, of which the first sentence is the tagline',
    { trackName: 'Esusu', description: long },
    {
      name: 'Esusu',
      description:
        'Save a little every day. The money waits in an account of your own. The money waits in an account of your own.',
      long_description: long,
    },
  ),
  listing(
    'a description in lines',
    { trackName: 'Oja', description: 'Prices of markets.\n\n• Lagos\n• Kano' },
    {
      name: 'Oja',
      description: 'Prices of markets. • Lagos • Kano',
      long_description: 'Prices of markets.\n\n• Lagos\n• Kano',
    },
  ),
  listing(
    'a game',
    { trackName: 'Ludo Naija', primaryGenreName: 'Games', genres: ['Games', 'Board'] },
    { name: 'Ludo Naija', category: 'Games', platform: 'game' },
  ),
  listing(
    'a paid app',
    { trackName: 'Bible in Igbo', price: 1.99 },
    { name: 'Bible in Igbo', price: 'paid' },
  ),
  listing(
    'no price, which says nothing',
    { trackName: 'Okirika', formattedPrice: 'Free' },
    { name: 'Okirika' },
  ),
  listing('an age of Apple alone', { trackName: 'Gist', contentAdvisoryRating: '17+' }, { name: 'Gist' }),
  listing(
    'an age of twelve',
    { trackName: 'Story', contentAdvisoryRating: '12+' },
    { name: 'Story', age: '12' },
  ),
  listing(
    'an age of eighteen',
    { trackName: 'Bet', contentAdvisoryRating: '18+' },
    { name: 'Bet', age: '18' },
  ),
  listing(
    'a size below a megabyte',
    { trackName: 'Tiny', fileSizeBytes: '400000' },
    { name: 'Tiny', size: '1 MB' },
  ),
  listing('a size that is no number', { trackName: 'Odd', fileSizeBytes: 'large' }, { name: 'Odd' }),
  listing(
    'languages that are not ours',
    { trackName: 'Dil', languageCodesISO2A: ['HI', 'ZH'] },
    { name: 'Dil' },
  ),
  listing(
    'a genre with an ampersand',
    { trackName: 'Jollof', genres: ['Food & Drink', 'Health & Fitness', 'Lifestyle'] },
    { name: 'Jollof', category: 'Food & Drink,Health & Fitness,Lifestyle' },
  ),
  listing(
    'more genres than a listing has',
    { trackName: 'All', genres: ['Books', 'Music', 'News', 'Sports', 'Travel', 'Weather'] },
    { name: 'All', category: 'Books,Music,News,Sports' },
  ),
  listing(
    'a genre that we do not have',
    { trackName: 'Code', genres: ['Graphics & Design'] },
    { name: 'Code' },
  ),
  listing(
    'references in texts',
    { trackName: 'Salt &amp; Pepper', description: 'Cook &lt;fast&gt;.' },
    { name: 'Salt & Pepper', description: 'Cook <fast>.', long_description: 'Cook <fast>.' },
  ),
  listing(
    'script in texts',
    { trackName: '<script>alert(1)</script>Kuli', description: '<img src=x onerror=alert(1)>Sweet.' },
    { name: 'Kuli', description: 'Sweet.', long_description: 'Sweet.' },
  ),
  listing(
    'values of other types',
    {
      trackName: { name: 'x' },
      description: 7,
      genres: 'Finance',
      version: ['1.2'],
      sellerUrl: null,
      price: '0',
    },
    { description: '7', long_description: '7', category: 'Finance', version: '1.2' },
    { problem: /name of the app was not found/ },
  ),
  listing(
    'a seller in a private network',
    { trackName: 'Inner', sellerUrl: 'http://192.168.0.1/admin' },
    { name: 'Inner' },
  ),
  listing(
    'pictures in a private network',
    {
      trackName: 'Spy',
      artworkUrl512: 'http://169.254.169.254/icon.png',
      screenshotUrls: ['https://localhost/a.png'],
    },
    { name: 'Spy' },
    { pictures: [], problem: /picture was left out/ },
  ),
  {
    about: 'an app of another country',
    address: linkOf('1400000001', 'gh'),
    hosts: {
      'itunes.apple.com': {
        [path('1400000001', 'gh')]: answer({ trackId: 1_400_000_001, trackName: 'Trotro', kind: 'software' }),
      },
    },
    expected: { name: 'Trotro', platform: 'mobile', appstore_link: linkOf('1400000001', 'gh') },
  },
  {
    about: 'an app that only another store has',
    address: linkOf('1400000002'),
    hosts: {
      'itunes.apple.com': {
        [path('1400000002', 'ng')]: answer(),
        [path('1400000002', 'us')]: answer({
          trackId: 1_400_000_002,
          trackName: 'Diaspora',
          kind: 'software',
        }),
      },
    },
    expected: { name: 'Diaspora', platform: 'mobile', appstore_link: linkOf('1400000002') },
  },
  refused('an app that is not there', '1400000003', answer(), /no app at this address/),
  refused(
    'a song with that number',
    '1400000004',
    answer({ trackId: 1_400_000_004, wrapperType: 'track', kind: 'song', trackName: 'Essence' }),
    /no app at this address/,
  ),
  refused('a page in place of JSON', '1400000005', '<h1>Busy</h1>', /cannot be read/),
  refused('a service that is down', '1400000006', { status: 503, body: 'x' }, /error 503/),
];

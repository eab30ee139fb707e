import { expect, test } from 'vitest';
import { sampleListings } from '../../../../sample-data/sample-listings.ts';
import { defaultNames } from '../names.ts';
import { formOf, seek } from './resemblance.ts';

const reserved = defaultNames();
function find(name: string, withTypos = true): string | null {
  const passesFor = seek(name, { withTypos });
  return reserved.find(({ label, reach }) => passesFor(formOf(label, reach)))?.label ?? null;
}

const brands =
  'Paystack,Flutterwave,Moniepoint,PalmPay,OPay,Kuda,PiggyVest,Cowrywise,Interswitch,Quickteller,Remita,Carbon,' +
  'FairMoney,Renmoney,Risevest,Bamboo,Chowdeck,Jumia,Konga,Jiji,GTBank,Access Bank,Zenith Bank,First Bank,Union Bank,' +
  'Fidelity Bank,Sterling Bank,Wema Bank,Stanbic IBTC,Ecobank,Polaris Bank,Keystone Bank,Airtel,Glo,MTN,9mobile,DStv,' +
  'StarTimes,Bet9ja,SportyBet,Jobberman,Nairaland,Wakanow,uLesson,AltSchool Africa,Autochek,Kobo360,Gokada,LemFi,Quidax';
const disguises: [string, (name: string) => string][] = [
  ['capitals', (name) => name.toUpperCase()],
  [
    'wide letters',
    (name) => name.replace(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0)),
  ],
  ['an invisible letter', (name) => `${name.slice(0, 1)}\u200b${name.slice(1)}`],
  ['an accent', (name) => `${name.slice(0, 1)}\u0301${name.slice(1)}`],
  ['a Cyrillic letter', (name) => name.replace('a', 'а').replace('e', 'е').replace('o', 'о')],
  ['other separators', (name) => name.replaceAll(' ', '-')],
  ['a word before', (name) => `Official ${name}`],
  ['words after', (name) => `${name} Mobile App`],
  ['a country', (name) => `${name} Nigeria`],
];
test.each(disguises)('Fifty brands are found with %s', (_what, disguise) => {
  expect(brands.split(',').filter((brand) => find(disguise(brand)) === null)).toEqual([]);
});

test('Finds no brand in the other sample listings', () => {
  const known = new Set(defaultNames().map(({ label }) => label));
  const samples = sampleListings.map(({ name }) => name).filter((name) => !known.has(name));
  expect(samples.filter((name) => find(name) !== null)).toEqual([]);
});

test.each([
  ['Zenith Bank', ['Zenith Bank Giveaway 2026', 'Zenith Bank Rewards', 'My Zenith Bank Customer Care']],
  [
    'Paystack',
    [
      'Payst4ck',
      'P@yst@ck',
      'Paуstаck',
      '𝐏𝐚𝐲𝐬𝐭𝐚𝐜𝐤 𝐍𝐆',
      'P\u200ba\u200by\u200bs\u200btack',
      '🇵🇦🇾🇸🇹🇦🇨🇰',
      'Paystack 🇳🇬',
      '₱ay$tack',
      'Paystakc',
      'My Paystack App',
      'paystackng',
      'Paystack.com.ng',
      'Paystack Secret',
      'paystackverify',
    ],
  ],
  ['PalmPay', ['Palrnpay']],
  ['Kuda', ['Kudda', 'Kuda MFB', 'Kuda247', 'KudaBank', 'Kuda Login', 'kudalogin']],
  ['MTN', ['MTNApp']],
  ['OPay', ['0Pay', 'Verify OPay']],
  ['Zenith Bank', ['Zenith Bank Mobile App']],
  ['CBN', ['CBN', 'CBN Nigeria']],
  ['Carbon', ['Carbon App']],
  ['GTBank', ['GTBank Account Recovery']],
  ['Moniepoint', ['Moniepoint Wallet Bonus']],
] as [string, string[]][])('%s is passed for by %j', (label, names) => {
  expect(names.map((name) => find(name))).toEqual(names.map(() => label));
});

test.each([
  'Ọjà', 'Ẹ̀kọ́', 'Àṣẹ', 'Ìwé', 'Ụlọ Akwụkwọ', 'Ńdị Igbo', 'Ƙofa', 'Ɗalibi', 'Ɓarawo', 'Ƴanci', 'Oríkì', 'Bùkátà',
  'Carbon Tracker', 'Carbonara', 'Card Mono Deck', 'Access', 'Zenith', 'Union', 'Sterling', 'First', 'Ecology', 'Global',
  'Solar', 'Budget', 'Sandbox', 'Shuttle', 'Track', 'Payroll', 'Palm Oil', 'Lagos Bus', '学校', 'مدرسة', '🎉', '1.0', '!!!', 'App', 'NG',
  'Official', 'Bank', 'My App', 'Pay', 'Secret', 'Secret Santa', 'Verify', 'Account Book', 'Carbon Secret', 'Reset',
])('%s is nobody else\'s name', (name) => {
  expect(find(name)).toBeNull();
}); // prettier-ignore

test('A name of a brand in the letters of Yoruba or Hausa still passes for the brand', () => {
  expect(find('Pàỵṣtàck')).toBe('Paystack');
  expect(find('Ƙuda')).toBe('Kuda');
});

test('People may have names that are one letter apart from a brand, but not the brand', () => {
  expect(find('Remi Ita', false)).toBeNull();
  expect(find('Remita Support', false)).toBe('Remita');
  expect(find('Paystack Customer Care', false)).toBe('Paystack');
});

test('Every name passes for itself', () => {
  for (const { label, reach } of reserved) {
    const form = formOf(label, reach);
    expect([label, form.folded]).not.toEqual([label, '']);
    expect([label, seek(label)(form)]).toEqual([label, true]);
  }
});

test('Names that are made to cost time are checked in a few milliseconds', () => {
  const names = [
    `P${'\u0301'.repeat(47)}`,
    Array.from({ length: 24 }, (_, at) => (at % 2 ? 'аpp' : 'ng '))
      .join('')
      .slice(0, 48),
    'my'.repeat(24),
    'ng'.repeat(24),
    'bankpay'.repeat(7).slice(0, 48),
    'Aa'.repeat(24),
    '\u{1f1f3}'.repeat(48),
    'ﷺ'.repeat(48),
    '1l|!'.repeat(12),
    'the official my app '.repeat(3).slice(0, 48),
  ];
  for (const name of names) {
    // Processor time: a busy machine may stop the process in between.
    const began = process.cpuUsage();
    find(name);
    const { user, system } = process.cpuUsage(began);
    expect([name, (user + system) / 1_000 < 100]).toEqual([name, true]);
  }
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameAt } from '../../../../../scripts/seed/synthetic-names.ts';
import { impersonations, knownBrands, ways } from '../../../../../tests/support/impersonations.ts';
import { sampleListings } from '../../../../sample-data/sample-listings.ts';
import { defaultNames } from './default-names.ts';
import { formOf, keysOfForm, seek, type ReservedForm } from './resemblance.ts';

interface Entry {
  label: string;
  form: ReservedForm;
}

/** The look-up that the tables make. */
function indexOf(
  names: ReturnType<typeof defaultNames>,
): (name: string, withTypos?: boolean) => string | null {
  const index = new Map<string, Entry[]>();
  for (const { label, reach } of names) {
    const form = formOf(label, reach);
    for (const key of keysOfForm(form)) index.set(key, [...(index.get(key) ?? []), { label, form }]);
  }
  return (name, withTypos = true) => {
    const sought = seek(name, { withTypos });
    const entries = sought.keys.flatMap((key) => index.get(key) ?? []);
    return entries.find(({ form }) => sought.resembles(form))?.label ?? null;
  };
}

const find = indexOf(defaultNames());

test('Holds at least 98 % of 200 imitations of 50 brands, whatever the seed', () => {
  expect(knownBrands).toHaveLength(50);
  const seeds = Array.from({ length: 10 }, (_, number) => `imitations ${number}`);
  const all = seeds.flatMap((seed) => impersonations(seed, 4).map((one) => ({ ...one, seed })));
  const missed = all.filter(({ name }) => find(name) === null);
  const worst = Math.max(...seeds.map((seed) => missed.filter((one) => one.seed === seed).length));
  const byWay = ways.map((way) => {
    const count = (list: typeof all) => list.filter((one) => one.way === way).length;
    return `${way} ${count(all) - count(missed)}/${count(all)}`;
  });
  console.log(
    `Imitations held: ${all.length - missed.length} of ${all.length} (${byWay.join(', ')}); ` +
      `at worst ${200 - worst} of 200. Missed: ${missed.map(({ name }) => name).join(', ')}`,
  );
  expect(all).toHaveLength(2_000);
  expect(worst).toBeLessThanOrEqual(4);
});

test('Holds at most 0.5 % of 1,000 real names that are no brands', () => {
  const words = readFileSync('tests/support/names/words.txt', 'utf8')
    .split('\n')
    .filter((word) => /^[a-z]/.test(word));
  const brands = new Set(defaultNames().map(({ label }) => label));
  const samples = sampleListings.map(({ name }) => name).filter((name) => !brands.has(name));
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const products = capitalised
    .slice(0, 300)
    .map((word, at) => word + (['ly', ' Pay', 'Hub', ' NG', ' App'][at % 5] ?? ''));
  const synthetic = Array.from({ length: 1_000 }, (_, at) => nameAt(at * 7));
  const names = [...new Set([...samples, ...capitalised.slice(0, 400), ...products, ...synthetic])].slice(
    0,
    1_000,
  );
  const held = names.flatMap((name) => (find(name) === null ? [] : [`${name} (${String(find(name))})`]));
  console.log(`Real names held: ${held.length} of ${names.length}: ${held.join(', ')}`);
  expect(names).toHaveLength(1_000);
  expect(held.length).toBeLessThanOrEqual(5);
});

test.each([
  ['Payst4ck', 'Paystack'],
  ['P@yst@ck', 'Paystack'],
  ['Paуstаck', 'Paystack'],
  ['𝐏𝐚𝐲𝐬𝐭𝐚𝐜𝐤 𝐍𝐆', 'Paystack'],
  ['P\u200ba\u200by\u200bs\u200btack', 'Paystack'],
  ['🇵🇦🇾🇸🇹🇦🇨🇰', 'Paystack'],
  ['Paystack 🇳🇬', 'Paystack'],
  ['₱ay$tack', 'Paystack'],
  ['Paystakc', 'Paystack'],
  ['My Paystack App', 'Paystack'],
  ['paystackng', 'Paystack'],
  ['Paystack.com.ng', 'Paystack'],
  ['Palrnpay', 'PalmPay'],
  ['Kudda', 'Kuda'],
  ['Kuda MFB', 'Kuda'],
  ['Kuda247', 'Kuda'],
  ['KudaBank', 'Kuda'],
  ['MTNApp', 'MTN'],
  ['0Pay', 'OPay'],
  ['Zenith Bank Mobile App', 'Zenith Bank'],
  ['CBN', 'CBN'],
  ['CBN Nigeria', 'CBN'],
  ['Carbon App', 'Carbon'],
  ['Paystack Secret', 'Paystack'],
  ['Kuda Login', 'Kuda'],
  ['Verify OPay', 'OPay'],
  ['GTBank Account Recovery', 'GTBank'],
  ['Moniepoint Wallet Bonus', 'Moniepoint'],
  ['kudalogin', 'Kuda'],
  ['paystackverify', 'Paystack'],
])('%s passes for %s', (name, label) => {
  expect(find(name)).toBe(label);
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

test('A name is found under the keys of every name that it passes for', () => {
  for (const { label, reach } of defaultNames()) {
    const form = formOf(label, reach);
    expect([label, form.folded]).not.toEqual([label, '']);
    const keys = new Set(keysOfForm(form));
    expect([label, seek(label).keys.some((key) => keys.has(key))]).toEqual([label, true]);
    expect([label, seek(label).resembles(form)]).toEqual([label, true]);
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
    const { keys } = seek(name);
    const { user, system } = process.cpuUsage(began);
    expect([name, keys.length < 2_000]).toEqual([name, true]);
    expect([name, (user + system) / 1_000 < 100]).toEqual([name, true]);
  }
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { confusablesFile } from '../../../../../scripts/confusables.ts';
import { sampleListings } from '../../../../sample-data/sample-listings.ts';
import { nameAt } from '../../../../../scripts/seed/names.ts';
import { nameKey } from '../../../shared/text/text.ts';
import { skeletonsOf } from './skeleton.ts';

test.each([
  ['a Cyrillic letter', 'Paystаck'],
  ['Cyrillic letters alone', 'рауѕтаск'],
  ['Cyrillic capitals', 'РАУЅТАСК'],
  ['Greek capitals', 'ΡΑΥSTΑCΚ'],
  ['a zero-width space', 'Pay\u200bstack'],
  ['a zero-width joiner', 'Pay\u200dstack'],
  ['a soft hyphen', 'Pay\u00adstack'],
  ['a variation selector', 'Pay\ufe0fstack'],
  ['tags', 'Paystack\u{e0041}'],
  ['fullwidth letters', 'Ｐａｙｓｔａｃｋ'],
  ['mathematical letters', '𝓟𝓪𝔂𝓼𝓽𝓪𝓬𝓴'],
  ['circled letters', 'Ⓟⓐⓨⓢⓣⓐⓒⓚ'],
  ['letters in filled squares', '🅿🅰🆈🆂🆃🅰🅲🅺'],
  ['small capitals', 'ᴘᴀʏsᴛᴀᴄᴋ'],
  ['accents', 'Páyṣtäck'],
  ['lunate sigmas', 'Paystaϲk'],
  ['capitals', 'PAYSTACK'],
  ['spaces', ' Pay  Stack '],
  ['punctuation', 'Pay-stack.'],
  ['a tick', 'Paystack ✓'],
  ['an emoji', 'Paystack 🎉'],
  ['a flag', 'Paystack 🇳🇬'],
  ['the word official', 'Official Paystack'],
  ['an at sign', 'P@ystack'],
])('A name with %s has the skeleton of the plain one', (_what, name) => {
  expect(skeletonsOf(name).own).toBe(skeletonsOf('Paystack').own);
});

test('Letters with every accent read as plain letters', () => {
  expect(skeletonsOf('Kölṇ Ẹ̀kọ́ Ṃü').own).toBe(skeletonsOf('Koln Eko Mu').own);
});

test.each([
  ['PayPaI', 'PayPal'],
  ['lnterswitch', 'Interswitch'],
  ['1nterswitch', 'Interswitch'],
  ['Іnterswitch', 'Interswitch'],
  ['F|utterwave', 'Flutterwave'],
  ['B0lt', 'Bolt'],
])('%s can be mistaken for %s', (name, plain) => {
  expect(skeletonsOf(name).all).toContain(skeletonsOf(plain).own);
});

test.each([
  ['Paystack', 'Paystacks'],
  ['C++ Tutor', 'C# Tutor'],
  ['C Tutor', 'C# Tutor'],
  ['App 1.0', 'App 10'],
  ['Version 2', 'Version 3'],
  ['Mail', 'Mall'],
  ['MAIL', 'Mall'],
  ['Fill', 'File'],
  ['Ball', 'Bail'],
  ['Link', 'Ink'],
  ['Jobs NG', 'Jobs Nigeria'],
  ['Cash App', 'Cash'],
  ['कि', 'का'],
  ['学校', '学生'],
  ['🎉', '🎈'],
  ['مدرسة', 'مدرس'],
])('%s and %s are different names', (one, other) => {
  const [first, second] = [skeletonsOf(one), skeletonsOf(other)];
  expect(first.all).not.toContain(second.own);
  expect(second.all).not.toContain(first.own);
});

test('No two names of the samples, nor of 5,000 made-up ones, have the same skeleton', () => {
  const names = [
    ...sampleListings.map(({ name }) => name),
    ...Array.from({ length: 5_000 }, (_, at) => nameAt(at)),
  ];
  const byKey = new Map(names.map((name) => [nameKey(name), name]));
  const bySkeleton = Map.groupBy(byKey.values(), (name) => skeletonsOf(name).own);
  const met = [...byKey.values()].flatMap((name) =>
    skeletonsOf(name).all.flatMap((reading) =>
      (bySkeleton.get(reading) ?? []).filter((other) => other !== name).map((other) => [name, other]),
    ),
  );
  expect(met).toEqual([]);
});

test('A skeleton is never empty, and is its own skeleton', () => {
  for (const name of ['!', '🎉', '...', '्', 'Official', 'Ẹ̀kọ́', 'ﷺ', '½', '\u{1f170}']) {
    const { own } = skeletonsOf(name);
    expect(own).not.toBe('');
    expect(skeletonsOf(own).own).toBe(own);
  }
});

test('The table is the one that this Node generates', () => {
  expect(readFileSync(new URL('./confusables.txt', import.meta.url), 'utf8')).toBe(confusablesFile());
});

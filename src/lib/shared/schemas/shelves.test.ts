import { expect, test } from 'vitest';
import { checkQuality, qualityNames, type QualityName } from './shelves.ts';

const now = Date.UTC(2026, 10, 23);
const day = 86_400_000;
const picture = { id: 'p' } as never;

const whole = {
  logo: picture,
  screenshots: [
    { id: '1', picture },
    { id: '2', picture },
  ],
  long_description: 'a'.repeat(200),
  website: 'https://one.ng',
  links: [{ name: 'website' as const, checkedAt: now, deadSince: null }],
  currentVersion: { releaseDate: now - 100 * day, createdAt: now - 900 * day } as never,
  lifecycle: 'active' as const,
};

const missing = (app: typeof whole): QualityName[] =>
  checkQuality(app, now).flatMap(({ name, isPassed }) => (isPassed ? [] : [name]));

test('Names nothing for an app that has everything', () => {
  expect(missing(whole)).toEqual([]);
  expect(checkQuality(whole, now).map(({ name }) => name)).toEqual(qualityNames);
});

test.each<[QualityName, object]>([
  ['logo', { logo: null }],
  ['screenshots', { screenshots: whole.screenshots.slice(1) }],
  ['long-description', { long_description: `${'a'.repeat(199)}   ` }],
  ['website', { website: '' }],
  ['links', { links: [{ name: 'website', checkedAt: null, deadSince: now }] }],
  ['release', { currentVersion: { releaseDate: now - 365 * day, createdAt: now } }],
  ['release', { currentVersion: { releaseDate: null, createdAt: now - 365 * day } }],
  ['active', { lifecycle: 'discontinued' }],
])('Names what is missing: %s', (name, lacking) => {
  expect(missing({ ...whole, ...lacking })).toEqual([name]);
});

test('Counts a release by the day on which it came out, to the last hour of the year', () => {
  const release = { releaseDate: now - 365 * day + 1, createdAt: 0 } as never;
  expect(missing({ ...whole, currentVersion: release })).toEqual([]);
});

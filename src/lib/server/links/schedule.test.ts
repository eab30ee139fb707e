import { expect, test } from 'vitest';
import { afterLook, firstLook, type Known, type Verdict } from './index.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const began = Date.UTC(2026, 10, 3, 9);

const unknown: Known = {
  state: 'unknown',
  problem: '',
  moved_to: '',
  failures: 0,
  failed_at: null,
  warned_at: null,
  checked_at: null,
  looked_at: null,
};
const failure: Verdict = { kind: 'failed', problem: 'slow' };

interface Simulated {
  days?: number;
  random?: number;
  isItsOwn?: (day: number) => boolean;
}

/** Looks whenever a link is due. @returns the day of each look, with what it came to */
function simulate(
  verdict: (day: number) => Verdict,
  { days = 60, random = 0, isItsOwn = () => true }: Simulated = {},
) {
  let link = unknown;
  const looks: { day: number; state: string; isWarned: boolean }[] = [];
  for (let now = began; now < began + days * dayMs;) {
    const day = (now - began) / dayMs;
    const { due_at: due, ...change } = afterLook(link, verdict(day), {
      now,
      random,
      isItsOwn: isItsOwn(day),
    });
    link = { ...link, ...change };
    looks.push({ day, state: link.state, isWarned: link.warned_at !== null });
    now = due;
  }
  return { link, looks };
}

test('Looks again after 1, 3 and 7 days, warns the owner at 12 days, and calls the link dead at 14', () => {
  const { looks } = simulate(() => failure, { days: 21 });
  expect(looks.slice(0, 4).map(({ day }) => day)).toEqual([0, 1, 4, 11]);
  expect(looks.find(({ isWarned }) => isWarned)?.day).toBe(12);
  expect(looks.find(({ state }) => state === 'dead')?.day).toBe(14);
});

test('Even at the latest times a dead link is called dead 14 days and some hours after it failed first', () => {
  const { looks } = simulate(() => failure, { random: 1 });
  const dead = looks.find(({ state }) => state === 'dead')?.day ?? Infinity;
  expect(dead).toBeGreaterThanOrEqual(14);
  expect(dead).toBeLessThan(14.3);
});

test('A link that answers once in 14 days is never called dead', () => {
  const { looks } = simulate((day) => (day >= 13.5 && day < 14 ? { kind: 'good', movedTo: '' } : failure), {
    days: 25,
  });
  expect(looks.map(({ state }) => state)).not.toContain('dead');
});

test('A link that fails together with its host, or with all others, is told to nobody', () => {
  const { looks } = simulate(() => failure, { isItsOwn: () => false });
  expect(looks.map(({ state }) => state)).not.toContain('dead');
  expect(looks.some(({ isWarned }) => isWarned)).toBe(false);
  expect(looks.filter(({ day }) => day > 15).length).toBeLessThan(8);
});

test('The page says nothing until the owner has known for a day, however late that is found out', () => {
  const { looks } = simulate(() => failure, { isItsOwn: (day) => day > 20 });
  const warned = looks.find(({ isWarned }) => isWarned)?.day ?? Infinity;
  const dead = looks.find(({ state }) => state === 'dead')?.day ?? 0;
  expect(warned).toBeGreaterThan(20);
  expect(dead - warned).toBeGreaterThanOrEqual(1);
  expect(dead - warned).toBeLessThan(1.1);
});

test('A dead link is looked at once a week, and is good again with the first answer', () => {
  const { looks } = simulate((day) => (day > 30 ? { kind: 'good', movedTo: '' } : failure));
  const dead = looks.filter(({ state }) => state === 'dead').map(({ day }) => day);
  expect(dead.length).toBeGreaterThan(1);
  for (const [index, day] of dead.slice(1).entries()) expect(day - (dead[index] ?? 0)).toBeGreaterThan(6);
  expect(looks.at(-1)?.state).toBe('good');
});

test('A good link is looked at once a week, at times that differ by hours', () => {
  const next = (random: number) =>
    afterLook(unknown, { kind: 'good', movedTo: '' }, { now: began, random, isItsOwn: false }).due_at - began;
  expect(next(0)).toBeLessThanOrEqual(7 * dayMs);
  expect(next(1)).toBeGreaterThan(6 * dayMs);
  expect(next(0) - next(1)).toBe(8 * hourMs);
});

test.each(['good', 'unknown', 'failed', 'later'] as const)(
  'Each instant after the verdict %s is an integer, as the columns of PostgreSQL are',
  (kind) => {
    const verdicts = {
      good: { kind: 'good', movedTo: '' },
      unknown: { kind: 'unknown', problem: 'robots' },
      failed: failure,
      later: { kind: 'later', ms: 1_234.5 },
    } as const;
    const change = afterLook(unknown, verdicts[kind], { now: began, random: 0.123456, isItsOwn: true });
    expect(Number.isInteger(change.due_at)).toBe(true);
    expect(Number.isInteger(firstLook(began, 0.123456))).toBe(true);
  },
);

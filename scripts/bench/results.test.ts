import { expect, test } from 'vitest';
import { regressions, type Results } from './results.ts';

const run = (ratios: Record<string, number>): Results => ({
  at: '2026-01-01T00:00:00.000Z',
  node: 'v26',
  tool: 'wrk',
  cores: 2,
  apps: 1,
  ratios,
});

test('Reports ratios that fell by more than a tenth as regressions', () => {
  const before = run({ home: 1, app: 0.9, gone: 1 });
  const lines = regressions(before, run({ home: 0.89, app: 0.82, added: 0.1 }));
  expect(lines).toEqual(['REGRESSION: home fell from 1.000 to 0.890 of bare node:http.']);
});

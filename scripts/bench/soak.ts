// Whether memory stays constant: mixed traffic of readers of all pages, people who change apps, and pages that were not
// requested before.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  directoryOf,
  listedApps,
  median,
  report,
  startBenched,
  writeSteadily,
  type Options,
} from './tools.ts';

const readers = 16;
const coding = ['br', 'gzip', 'identity'];

export async function soak(options: Options): Promise<void> {
  const { minutes } = options;
  const server = await startBenched(await directoryOf(options));
  const paths = [
    '/',
    '/about',
    '/search?q=pay',
    '/api/v1/app/',
    '/api/v1/app/category_list/',
    '/no-such-page',
  ];
  for (const { name_id, owner } of await listedApps(server.origin, 3_000))
    paths.push(`/app/${name_id}`, `/api/v1/app/${name_id}/`, `/user/${owner.id}`);
  const tally = { answers: 0, faults: 0 };
  const ask = async (path: string): Promise<void> => {
    const headers = { 'accept-encoding': coding[tally.answers % coding.length] ?? 'br' };
    const answer = await fetch(server.origin + path, { headers });
    await answer.arrayBuffer();
    tally.answers += 1;
    if (answer.status >= 500) tally.faults += 1;
  };
  const began = performance.now();
  const minute = (): number => Math.floor((performance.now() - began) / 60_000);
  const read = async (): Promise<void> => {
    while (minute() < minutes) {
      // Most requests are for popular pages, a tenth for any page.
      const among = Math.random() < 0.9 ? 200 : paths.length;
      await ask(paths[Math.floor(Math.random() ** 2 * among)] ?? '/');
    }
  };
  const stopWrites = await writeSteadily(server, 5);
  const memory: number[][] = Array.from({ length: minutes }, () => []);
  const sample = async (): Promise<void> => {
    while (minute() < minutes) {
      memory[minute()]?.push(server.memory());
      await sleep(1_000);
    }
  };
  await Promise.all([sample(), ...Array.from({ length: readers }, read)]);
  const writes = await stopWrites();
  const medians = memory.map(median);
  const growth = (medians.at(-1) ?? 0) / (medians[1] ?? medians[0] ?? 1) - 1;
  report('soak', {
    ...Object.fromEntries(medians.map((mb, index) => [`minute ${String(index + 1)}`, { 'memory MB': mb }])),
    all: { ...tally, writes, 'growth % since minute 2': growth * 100 },
  });
  if (growth > 0.05 || tally.faults > 0) process.exitCode = 1;
}

// Public pages of a server that keeps no answers: the times of one at a time, the processor time of each, and how many
// a second eight callers get.
import { pageAddresses } from './page-addresses.ts';
import {
  directoryOf,
  processorTime,
  report,
  startBenched,
  timeOf,
  times,
  type Options,
  type Rows,
} from './tools.ts';

const callers = 8;

export async function pages(options: Options): Promise<void> {
  const server = await startBenched({ ...(await directoryOf(options)), EDGE_CACHE: 'off' });
  const rows: Rows = {};
  const addresses = await pageAddresses(server.origin);
  for (const [name, paths] of Object.entries(addresses).filter(([one]) => one.includes(options.only))) {
    /** Requests the addresses in turn. @returns milliseconds of each answer */
    const ask = async (atOnce: number): Promise<number[]> => {
      const taken: number[] = [];
      let next = 0;
      const one = async (): Promise<void> => {
        for (let round = next++; round < options.rounds; round = next++)
          taken.push(await timeOf(server.origin + (paths[round % paths.length] ?? '')));
      };
      await Promise.all(Array.from({ length: atOnce }, one));
      return taken;
    };
    // The first answers compile code and fill the caches of the engine.
    await ask(1);
    const before = processorTime(server.process.pid);
    const alone = await ask(1);
    const processor = (processorTime(server.process.pid) - before) / options.rounds;
    const began = performance.now();
    await ask(callers);
    const perSecond = (options.rounds / (performance.now() - began)) * 1_000;
    rows[name] = { ...times(alone), 'processor ms': processor, 'pages/s, 8 callers': perSecond };
  }
  report(`pages on ${options.engine}`, rows);
  console.log(`Memory: ${server.memory().toFixed(0)} MB`);
}

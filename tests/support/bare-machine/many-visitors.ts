// Visitors who ask at a steady rate, without waiting for answers, until this script's input ends and `atLeast` requests
// are through. Prints a tally as JSON.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../server-process.ts';
import { visit, type Site } from './https-visitor.ts';

export interface CrowdInput extends Site {
  perSecond: number;
  atLeast: number;
  pages: { path: string; contains: string }[];
  /** A sentence that the new version's pages hold. */
  news: string;
}

export interface Crowd {
  requests: number;
  failed: number;
  /** The first faults, and after how many seconds each came. */
  faults: string[];
  seconds: number;
  /** Milliseconds, from when a request was due. */
  p50: number;
  p99: number;
  slowest: number;
  withNews: number;
}

const {
  perSecond,
  atLeast,
  pages: addresses,
  news,
  ...site
} = JSON.parse(process.argv[2] ?? '') as CrowdInput;
// Each in a network of its own, because the site limits how fast a network reads.
const visitors = Array.from({ length: 500 }, (_, index) =>
  visit(site, `127.${1 + Math.floor(index / 250)}.${1 + (index % 250)}.1`),
);
/** As browsers that have the home page open ask for its scripts and styles, which an update replaces. */
async function openPagesAssets(): Promise<CrowdInput['pages']> {
  const home = (await visitors[0]?.ask('/'))?.body.toString() ?? '';
  const names = new Set(home.match(/\/_astro\/[\w.-]+\.(?:js|css)/g));
  if (names.size === 0) throw new Error('The home page names no hashed file.');
  return [...names].slice(0, 5).map((path) => ({ path, contains: '' }));
}

const pages = [...addresses, ...(await openPagesAssets())];
const latencies: number[] = [];
const faults: string[] = [];
let [failed, withNews, isOver] = [0, 0, false];
process.stdin.resume().on('end', () => (isOver = true));

const began = performance.now();

async function read(number: number, due: number): Promise<void> {
  const page = pages[number % pages.length];
  const visitor = visitors[number % visitors.length];
  if (!page || !visitor) throw new Error('No page to ask for.');
  const fail = (reason: string): void => {
    failed += 1;
    if (faults.length < 20) faults.push(`${((due - began) / 1_000).toFixed(1)} s: ${page.path}: ${reason}`);
  };
  try {
    const { status, body } = await visitor.ask(page.path);
    if (status !== 200) fail(`${status} ${body.toString().slice(0, 100)}`);
    else if (!body.includes(page.contains)) fail(`no '${page.contains}' in ${body.length} bytes`);
    else if (body.includes(news)) withNews += 1;
  } catch (error) {
    fail(String(error));
  }
  latencies.push(performance.now() - due);
}

const underWay = new Set<Promise<void>>();
for (let number = 0; !isOver || number < atLeast; number += 1) {
  const due = began + (number * 1_000) / perSecond;
  const wait = due - performance.now();
  // On a machine that is too busy for the rate, answers still have to be read.
  if (wait > 0) await sleep(wait);
  else await nextTurn();
  const reading = read(number, due).finally(() => underWay.delete(reading));
  underWay.add(reading);
}
await Promise.all(underWay);
const crowd: Crowd = {
  requests: latencies.length,
  failed,
  faults,
  seconds: Math.round((performance.now() - began) / 1_000),
  p50: Math.round(percentile(latencies, 0.5)),
  p99: Math.round(percentile(latencies, 0.99)),
  slowest: Math.round(Math.max(...latencies)),
  withNews,
};
for (const visitor of visitors) visitor.leave();
console.log(JSON.stringify(crowd));

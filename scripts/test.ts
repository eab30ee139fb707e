// npm test: what a developer runs before a push, with progress and the total at the end. `npm test -- lint types` runs
// the checks whose name holds one of the words. Unit tests, browser tests, and one after another the checks that only
// read files run beside each other, because tests wait for much of their time: for a process, a mail, a page.
// `npm run test:all` runs every test, and the browser tests after the unit tests: CI must not fail because a loaded
// machine is slow.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

interface Counts {
  passed: number;
  failed: number;
  /** The tests among those that passed which failed at first. */
  flaky?: string[];
}

interface Step {
  name: string;
  command: string[];
  /** Whether it only reads files, so that it runs beside the build and the tests. */
  readsOnly?: true;
  /** Whether it generates types into the folder .astro, as the build does, so that it waits for the build. */
  afterBuild?: true;
  /** Whether it needs the build, and runs beside the other tests. */
  tests?: true;
  env?: Record<string, string>;
  /** Reads how many tests ran from the report that the command wrote. Without it the step counts as one. */
  count?: () => Counts;
}

/** 'all' is set by `npm run test:all`. vitest.config.ts and playwright.config.ts read it. */
const scope = process.env['TEST_SCOPE'] ?? 'push';

const reports = mkdtempSync(join(tmpdir(), 'naijabuilt-reports-'));

function readReport(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function flakyTests({ specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyTests)];
}

/** Tests of some projects of vitest.config.ts. */
function vitest(name: string, projects: readonly string[], env: Record<string, string> = {}): Step {
  const report = join(reports, `${name}.json`);
  return {
    name,
    tests: true,
    env,
    command: [
      ...['vitest', 'run', ...projects.map((project) => `--project=${project}`)],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    ],
    count: () => {
      const { numPassedTests, numFailedTests, success } = readReport(report) as {
        numPassedTests: number;
        numFailedTests: number;
        success: boolean;
      };
      // A file that does not load has no failed test, and the command may still end with 0.
      return { passed: numPassedTests, failed: success ? 0 : Math.max(1, numFailedTests) };
    },
  };
}

/** Tests of a project of playwright.config.ts. */
function playwright(name: string, project: string): Step {
  const report = join(reports, `${name}.json`);
  return {
    name,
    tests: true,
    env: { TEST_REPORT: report },
    command: ['playwright', 'test', `--project=${project}`, '--pass-with-no-tests'],
    count: () => {
      const { stats, suites } = readReport(report) as JSONReport;
      const flaky = suites.flatMap(flakyTests);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky };
    },
  };
}

const all: Step[] = [
  // Also reports type errors, for the service worker by its own tsconfig.json.
  { name: 'lint and types', command: ['oxlint', '.'], readsOnly: true },
  { name: 'format', command: ['oxfmt', '--check'], readsOnly: true },
  {
    name: 'format of pages and texts',
    // Files that have not changed since they passed are not formatted again.
    command: [
      ...['prettier', '--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn'],
      '**/*.{astro,md}',
    ],
    readsOnly: true,
  },
  {
    name: 'lint of the pages',
    command: ['eslint', '--max-warnings', '0', 'src/**/*.astro'],
    readsOnly: true,
  },
  { name: 'unused code', command: ['knip'], readsOnly: true },
  {
    name: 'types of the pages',
    command: ['astro', 'check', '--tsconfig', 'tsconfig.pages.json', '--minimumFailingSeverity', 'hint'],
    readsOnly: true,
    afterBuild: true,
  },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
  vitest('contract tests', ['contract']),
  ...(scope === 'all'
    ? [vitest('contract tests on PostgreSQL', ['contract'], { TEST_ENGINE: 'postgres', TEST_TWICE: 'on' })]
    : []),
  playwright('flows', 'flows'),
  vitest('unit tests', ['unit']),
  ...(scope === 'all' ? [vitest('processes', ['operations']), playwright('screens', 'screens')] : []),
];

const words = process.argv.slice(2);
const isAsked = ({ name }: Step): boolean => words.length === 0 || words.some((word) => name.includes(word));
// Tests need the build, which is nothing to do if it is there.
const isBuildNeeded = all.some((step) => step.tests && isAsked(step));
const steps = all.filter((step) => isAsked(step) || (step.name === 'build' && isBuildNeeded));
if (steps.length === 0) {
  console.error(`No check is called so. There are: ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

/** @returns whether the command exited with 0 */
async function run([program = '', ...args]: string[], env: Step['env'], quiet: boolean): Promise<boolean> {
  const child = spawn(program, args, {
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      TEST_SCOPE: scope,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      ...env,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  child.once('error', reject);
  child.once('close', (code) => resolve(code === 0));
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => output.push(bytes));
  const ok = await promise;
  // In one piece, so that the lines of two checks are not mixed.
  process.stdout.write(Buffer.concat(output));
  return ok;
}

const total: Counts = { passed: 0, failed: 0 };
const failedSteps: string[] = [];
const flaky: string[] = [];

async function check(step: Step): Promise<void> {
  const label = `[${steps.indexOf(step) + 1}/${steps.length}] ${step.name}`;
  const began = performance.now();
  console.log(`\n${label} ...`);
  const ok = await run(step.command, step.env, step.readsOnly ?? false);
  let counts: Counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (step.count) {
    try {
      counts = step.count();
      // A run that failed without a failed test (a crash, a file that did not load) must not count as a success.
      if (!ok && counts.failed === 0) counts.failed = 1;
    } catch (error) {
      console.error(`No report of '${step.name}':`, error);
      counts = { passed: 0, failed: 1 };
    }
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  flaky.push(...(counts.flaky ?? []));
  if (counts.failed > 0) failedSteps.push(step.name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${label}: ${counts.failed > 0 ? 'FAILED' : 'ok'} in ${seconds} s`);
}

const waiting = steps.filter(({ readsOnly }) => readsOnly);
const tests = steps.filter((step) => step.tests);

async function build(): Promise<void> {
  for (const step of steps) if (!step.readsOnly && !step.tests) await check(step);
}
const built = build();
async function test(): Promise<void> {
  await built;
  if (scope === 'all') for (const step of tests) await check(step);
  else await Promise.all(tests.map(check));
}
async function checkWaiting(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.afterBuild) await built;
    await check(next);
  }
}
// A check beside the tests takes up to 2 GB of memory, so there is only one at a time.
const lanes = tests.length > 0 ? [checkWaiting()] : [checkWaiting(), checkWaiting()];
await Promise.all([test(), ...lanes]);

rmSync(reports, { recursive: true, force: true });
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
if (flaky.length > 0)
  console.log(`\nPassed only when run again, which is a bug to find:\n${flaky.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

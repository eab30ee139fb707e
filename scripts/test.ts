// npm test: what a developer runs before a push, with progress and the total at the end. `npm test -- lint types` runs
// the checks whose name holds one of the words. Tests, and one after another the checks that only read files, run
// beside each other, because tests wait for much of their time: for a process, a mail, a page. `npm run test:all` runs
// every test, one kind after another: CI must not fail because a loaded machine is slow.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';

interface Counts {
  passed: number;
  failed: number;
  /** The tests among those that passed which failed at first. */
  flaky: string[];
}

interface Step {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Reads how many tests ran from the report that the command wrote. Without it the step counts as one. */
  count?: () => Counts;
}

/** 'all' is set by `npm run test:all`. vitest.config.ts and playwright.config.ts read it. */
const scope = process.env['TEST_SCOPE'] ?? 'push';

const reports = mkdtempSync(join(tmpdir(), 'naijabuilt-reports-'));
const readReport = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Tests of a project of vitest.config.ts. */
function vitest(name: string, project: string, env: Record<string, string> = {}): Step {
  const report = join(reports, `${name}.json`);
  return {
    name,
    env,
    command: [
      ...['vitest', 'run', `--project=${project}`],
      ...['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    ],
    count() {
      const found = readReport(report);
      const counted = found as { numPassedTests: number; numFailedTests: number; success: boolean };
      // A file that does not load has no failed test, and the command may still end with 0.
      const failed = counted.success ? 0 : Math.max(1, counted.numFailedTests);
      return { passed: counted.numPassedTests, failed, flaky: [] };
    },
  };
}

function flakyTests({ specs, suites = [] }: JSONReportSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyTests)];
}

/** Tests of a project of playwright.config.ts. */
function playwright(project: string): Step {
  const report = join(reports, `${project}.json`);
  return {
    name: project,
    env: { TEST_REPORT: report },
    command: ['playwright', 'test', `--project=${project}`, '--pass-with-no-tests'],
    count() {
      const { stats, suites } = readReport(report) as JSONReport;
      const flaky = suites.flatMap(flakyTests);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky };
    },
  };
}

const words = process.argv.slice(2);
const asked = (steps: Step[]): Step[] =>
  steps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const pageTypes = ['--tsconfig', 'tsconfig.pages.json', '--minimumFailingSeverity', 'hint'];
/** They only read files. */
const readers = asked([
  // Also reports type errors, for the service worker by its own tsconfig.json.
  { name: 'lint and types', command: ['oxlint', '.'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'format of pages and texts',
    // Files that have not changed since they passed are not formatted again.
    command: [
      'prettier',
      '--check',
      '--cache',
      '--cache-strategy=content',
      '--log-level=warn',
      '**/*.{astro,md}',
    ],
  },
  { name: 'lint of the pages', command: ['eslint', '--max-warnings', '0', 'src/**/*.astro'] },
  { name: 'unused code', command: ['knip'] },
]);
/** It generates types into the folder .astro, as the build does, so that it waits for the build. */
const afterBuild = asked([{ name: 'types of the pages', command: ['astro', 'check', ...pageTypes] }]);
const everyTest = [
  vitest('processes', 'operations'),
  vitest('contract tests on PostgreSQL', 'contract', { TEST_ENGINE: 'postgres', TEST_TWICE: 'on' }),
  playwright('screens'),
];
const tests = asked([
  vitest('contract tests', 'contract'),
  playwright('flows'),
  vitest('unit tests', 'unit*'),
  ...(scope === 'all' ? everyTest : []),
]);
const build: Step = { name: 'build', command: ['node', 'scripts/build.ts'] };
// Tests need the build, which is nothing to do if it is there.
const builds = tests.length > 0 ? [build] : asked([build]);
const steps = [...readers, ...afterBuild, ...builds, ...tests];
if (steps.length === 0) {
  console.error('No check is called so: scripts/test.ts names them.');
  process.exit(2);
}

const total: Counts = { passed: 0, failed: 0, flaky: [] };
const failedSteps: string[] = [];

async function check(step: Step): Promise<void> {
  const label = `[${String(steps.indexOf(step) + 1)}/${String(steps.length)}] ${step.name}`;
  const began = performance.now();
  console.log(`\n${label} ...`);
  const [program = '', ...args] = step.command;
  const env = { ...process.env, TEST_SCOPE: scope, NO_COLOR: '1', FORCE_COLOR: undefined, ...step.env };
  // Short outputs in one piece, so that the lines of two checks are not mixed.
  const isShort = readers.includes(step) || afterBuild.includes(step);
  const output = isShort ? 'pipe' : 'inherit';
  const child = spawn(program, args, { stdio: ['ignore', output, output], env });
  const [out, err] = await Promise.all([
    child.stdout && buffer(child.stdout),
    child.stderr && buffer(child.stderr),
    once(child, 'close'),
  ]);
  process.stdout.write(Buffer.concat([out ?? Buffer.of(), err ?? Buffer.of()]));
  const ok = child.exitCode === 0;
  let counts: Counts = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, flaky: [] };
  try {
    if (step.count) counts = step.count();
  } catch (error) {
    console.error(`No report of '${step.name}':`, error);
    counts = { passed: 0, failed: 1, flaky: [] };
  }
  // A run that failed without a failed test (a crash, a file that did not load) must not count as a success.
  if (!ok && counts.failed === 0) counts.failed = 1;
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.flaky.push(...counts.flaky);
  if (counts.failed > 0) failedSteps.push(step.name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${label}: ${counts.failed > 0 ? 'FAILED' : 'ok'} in ${seconds} s`);
}

async function inTurn(some: readonly Step[]): Promise<void> {
  for (const step of some) await check(step);
}
const built = inTurn(builds);
// A check beside the tests takes up to 2 GB of memory, so there is only one at a time.
const read = inTurn(readers).then(() => built);
// Two kinds of tests beside the checks occupy two processors; more would only wait for each other.
const isPush = scope === 'push';
const [largest, second, ...others] = isPush ? tests.map((test) => [test]) : [tests];
await Promise.all([
  built.then(() => inTurn(largest ?? [])),
  built.then(() => inTurn(second ?? [])),
  read.then(() => inTurn([...others.flat(), ...afterBuild])),
]);

rmSync(reports, { recursive: true, force: true });
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
if (total.flaky.length > 0)
  console.log(`\nPassed only when run again, which is a bug to find:\n${total.flaky.join('\n')}`);
console.log(`\n${String(total.passed)} passed, ${String(total.failed)} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

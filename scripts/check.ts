// npm run check: checks a change in under a minute: lint, types, format, and the unit tests beside the changed files.
// `npm test` has the rest. `npm run check -- --since main` checks every commit since then.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { since: { type: 'string' } } });

const lines = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Files that differ from HEAD, or from the commit before it if nothing has changed. */
function changedFiles(): string[] {
  const untracked = lines('ls-files', '--others', '--exclude-standard');
  const since = (ref: string) => [...lines('diff', '--name-only', ref), ...untracked];
  if (values.since !== undefined) return since(values.since);
  const uncommitted = since('HEAD');
  return uncommitted.length > 0 ? uncommitted : since('HEAD^');
}

const unitTest = /^(?!tests\/(?:proof|browser)\/).*\.test\.ts$/;

/** The tests among the files, and the tests in the folders of the other files. */
function testsFor(files: readonly string[]): string[] {
  const folders = new Set(
    files.filter((file) => /^(?:src|scripts)\//.test(file)).map((file) => dirname(file)),
  );
  const beside = [...folders].flatMap((folder) => globSync(`${folder}/*.test.ts`));
  const changed = files.filter((file) => unitTest.test(file) && existsSync(file));
  return [...new Set([...globSync('tests/architecture*.test.ts'), ...changed, ...beside])].sort();
}

interface Check {
  name: string;
  command: [program: string, ...args: string[]];
}

async function run({ name, command: [program, ...args] }: Check): Promise<boolean> {
  const began = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const ok = child.exitCode === 0;
  console.log(`${name}: ${ok ? 'ok' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (!ok) console.log(out + err);
  return ok;
}

const files = changedFiles();
const present = files.filter((file) => existsSync(file));
const pages = present.filter((file) => file.endsWith('.astro'));
const tests = testsFor(files);
console.log(`${String(files.length)} changed files, ${String(tests.length)} files of tests`);
const checks: Check[] = [{ name: 'lint and types', command: ['oxlint', '.'] }];
const byPrettier = present.filter((file) => /\.(?:astro|md)$/.test(file));
checks.push({ name: 'format', command: ['oxfmt', '--check'] });
if (byPrettier.length > 0)
  checks.push({
    name: 'format of pages and texts',
    command: ['prettier', '--check', '--log-level', 'warn', ...byPrettier],
  });
if (pages.length > 0)
  checks.push({ name: 'lint of the pages', command: ['eslint', '--max-warnings', '0', ...pages] });
checks.push({ name: 'tests', command: ['vitest', 'run', '--reporter=dot', ...tests] });

const results = await Promise.all(checks.map(run));
if (results.includes(false)) process.exitCode = 1;

// Runs every npm script that must work on a fresh clone, whatever Node the machine has: installs when the lock file has
// changed, then starts the script with the project's own Node (26, from npm). Plain JavaScript without dependencies,
// because nothing may be installed yet when it runs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment, nodeFlags } from './node-settings.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.installed');
const lock = join(root, 'package-lock.json');
/** A container image has its packages but no lock file, so the Node that runs this runs everything. */
const isImage = !existsSync(lock);

const tasks = {
  start: 'scripts/start.ts',
  dev: 'scripts/dev.ts',
  build: 'scripts/build.ts',
  check: 'scripts/check.ts',
  test: 'scripts/test.ts',
  'test:all': 'scripts/test-all.ts',
  seed: 'scripts/seed.ts',
  mail: 'scripts/mail.ts',
  backup: 'scripts/backup.ts',
  restore: 'scripts/restore.ts',
  'end-sessions': 'scripts/end-sessions.ts',
  moderate: 'scripts/moderate.ts',
  'affected-accounts': 'scripts/affected-accounts.ts',
  'grant-role': 'scripts/grant-role.ts',
  'remove-factors': 'scripts/remove-factors.ts',
  doctor: 'scripts/doctor.ts',
  'remove-samples': 'scripts/remove-samples.ts',
  import: 'scripts/import.ts',
  proof: 'scripts/proof.ts',
  bench: 'scripts/bench.ts',
  lighthouse: 'scripts/lighthouse.ts',
};

function install() {
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing dependencies (about a minute, once) ...');
  // Not `npm ci`: it refuses a lock file that lacks a native binding for some other platform, and not every registry
  // has all of them. This takes the same versions from the lock file, checks them the same way, and leaves the file as
  // it is.
  const result = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    // Development dependencies hold the build and the project's own Node.
    env: { ...process.env, NODE_ENV: '' },
  });
  if (result.status !== 0) {
    console.error('Installing failed: see above. Check the network connection and run the command again.');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}

const [task = '', ...args] = process.argv.slice(2);
const script = tasks[task];
if (!script) {
  console.error(`Unknown task '${task}'. Use one of: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}

if (!isImage) install();
/** A change of a slice, the API or the platform starts `npm run dev` again; pages reload by themselves. */
const watched = ['src/compose.ts', 'src/lib/server', 'src/lib/shared', 'scripts/dev-services.ts'];
const watchFlags =
  task === 'dev'
    ? ['--watch-preserve-output', ...watched.map((path) => `--watch-path=${join(root, path)}`)]
    : [];

const child = spawn(
  isImage ? process.execPath : join(bin, 'node'),
  [...nodeFlags, ...watchFlags, join(root, script), ...args],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...nodeEnvironment,
      // V8 caches compiled code: a start takes 0.55 s instead of 0.9 s.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: bin + delimiter + (process.env.PATH ?? ''),
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  },
);
// The signal is always passed on, because the child may or may not have got it, too (Ctrl-C). The server treats signals
// within a second as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
/** Exit status of the system's loader when a library is missing. */
const missingLibrary = 127;

function sayWhatIsMissing() {
  const { stderr } = spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' });
  const [library] = /\S+\.so\S*(?=:)/.exec(stderr?.replace(/^.*libraries: /, '') ?? '') ?? [];
  if (!library) return;
  const names = { 'libatomic.so.1': 'libatomic1' };
  const found = names[library];
  console.error(
    `The project's own Node needs ${library}, which this machine lacks. ` +
      (found ? `On Debian and Ubuntu: apt-get install ${found}` : 'Install the package that has it.'),
  );
}

child.on('exit', (code) => {
  if (code === missingLibrary) sayWhatIsMissing();
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));

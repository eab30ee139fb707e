// Runs every npm script that must work on a fresh clone, whatever Node the machine has: installs what the script needs
// when the lock file has changed, then starts the script with the project's own Node (26, from npm). Plain JavaScript
// without dependencies, because nothing may be installed yet when it runs.
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

/** What starting, building and operating the site do not need; half of all packages. */
const developing = ['test', 'test:all', 'bench', 'proof'];

/** @param isWhole whether development dependencies are wanted too */
function install(isWhole) {
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === `${wanted} whole` || (installed === wanted && !isWhole)) return;
  console.log('Installing dependencies (about half a minute, once) ...');
  // Not `npm ci`: it refuses a lock file that lacks a native binding for some other platform, and not every registry
  // has all of them. This takes the same versions from the lock file, checks them the same way, and leaves the file as
  // it is.
  const options = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(isWhole ? [] : ['--omit=dev']),
  ];
  const result = spawnSync('npm', ['install', ...options], {
    cwd: root,
    stdio: 'inherit',
    // In production npm would leave development dependencies out.
    env: { ...process.env, NODE_ENV: '' },
  });
  if (result.status !== 0) {
    console.error('Installing failed: see above. Check the network connection and run the command again.');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, isWhole ? `${wanted} whole` : wanted);
}

const [task = '', ...args] = process.argv.slice(2);
const script = join(root, 'scripts', `${task.replace(':', '-')}.ts`);
if (!existsSync(script)) {
  console.error(`Unknown task '${task}'. package.json names them.`);
  process.exit(2);
}

if (!isImage) install(developing.includes(task));
/** A change of a slice, the API or the platform starts `npm run dev` again; pages reload by themselves. */
const watched = ['src/compose.ts', 'src/lib/server', 'src/lib/shared', 'scripts/dev-services.ts'];
const watchFlags =
  task === 'dev'
    ? ['--watch-preserve-output', ...watched.map((path) => `--watch-path=${join(root, path)}`)]
    : [];

const child = spawn(
  isImage ? process.execPath : join(bin, 'node'),
  [...nodeFlags, ...watchFlags, script, ...args],
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

child.on('exit', (code, signal) => {
  if (code === missingLibrary) sayWhatIsMissing();
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
});

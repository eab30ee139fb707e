// npm run seed -- --apps 100000: fills the configured database with synthetic users and apps for measurements.
import { parseArgs } from 'node:util';
import { compose } from '../src/compose.ts';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { inEnglish, runCommand, showHelp } from './command.ts';
import { seedDirectory, type SeedStep } from './seed/synthetic-directory.ts';

const help = `Usage: npm run seed -- --apps <number> [--users <number>]

Adds made-up apps, with owners, pictures, releases and timelines, to the database of the
current configuration (DATA_DIR or DATABASE_URL). For measuring: the apps are not real, and
nobody can log in as their owners. Running it again adds more. A server that is running
shows them after a restart.

  --apps <number>    how many apps to add, 1 to 10000000
  --users <number>   how many owners to add; one for every eight apps when left out
  --help             this text

Example: DATA_DIR=/tmp/large npm run seed -- --apps 100000`;

function fail(message: string): never {
  console.error(`${message} See npm run seed -- --help.`);
  process.exit(2);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000_000)
    fail(`--${name} ${text}: must be a whole number from 1 to 10000000.`);
  return value;
}

function readArguments(): { apps: number; users: number } {
  const options = { apps: { type: 'string' }, users: { type: 'string' }, help: { type: 'boolean' } } as const;
  let values: { apps?: string; users?: string; help?: boolean };
  try {
    ({ values } = parseArgs({ options }));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  if (values.help) showHelp(help, true);
  if (values.apps === undefined) fail('--apps is missing.');
  const apps = wholeNumber('apps', values.apps);
  const users = values.users === undefined ? Math.ceil(apps / 8) : wholeNumber('users', values.users);
  return { apps, users };
}

const beginnings: Record<SeedStep, string> = {
  pictures: 'Storing pictures to share ...',
  users: 'Adding users ...',
  apps: 'Adding apps ...',
};

/** Prints at most one line a second, with the rate since the step began. */
function createReporter(): (step: SeedStep, done: number, total: number) => void {
  let current: SeedStep | undefined;
  let began = 0;
  let shown = 0;
  return (step, done, total) => {
    const now = performance.now();
    if (step !== current) {
      [current, began, shown] = [step, now, now];
      console.log(beginnings[step]);
      return;
    }
    if (step === 'pictures' || (done < total && now - shown < 1000)) return;
    shown = now;
    const rate = Math.round((done / (now - began)) * 1000);
    console.log(`  ${inEnglish(done)} of ${inEnglish(total)} ${step}, ${inEnglish(rate)}/s`);
  };
}

const plan = readArguments();
await runCommand(async () => {
  const began = performance.now();
  const config = parseConfig(process.env);
  console.log(`Seeding ${config.databaseUrl === undefined ? config.dataDir : 'PostgreSQL'} ...`);
  // Loading the samples takes ten seconds, and no measurement needs them.
  const product = await compose({ ...config, sampleData: false });
  await seedDirectory(product.db, product.services.media, plan, createReporter());
  await product.close();
  const seconds = (performance.now() - began) / 1000;
  const rate = inEnglish(Math.round(plan.apps / seconds));
  console.log(`Added ${inEnglish(plan.apps)} apps in ${seconds.toFixed(1)} s (${rate}/s with everything).`);
});

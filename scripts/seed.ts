// npm run seed -- --apps 100000: fills the configured database with synthetic users and apps for measurements.
import { compose } from '../src/compose.ts';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { counted, progressOf, runCommand, secondsSince, UsageError } from './command.ts';
import { seedDirectory } from './seed/synthetic-directory.ts';

const help = `Usage: npm run seed -- --apps <number> [--users <number>]

Adds made-up apps, with owners, pictures, releases and timelines, to the database of the
current configuration (DATA_DIR or DATABASE_URL). For measuring: the apps are not real, and
nobody can log in as their owners. Running it again adds more. A server that is running
shows them after a restart.

  --apps <number>    how many apps to add, 1 to 10000000
  --users <number>   how many owners to add; one for every eight apps when left out
  --help             this text

Example: DATA_DIR=/tmp/large npm run seed -- --apps 100000`;

const options = { apps: { type: 'string' }, users: { type: 'string' } } as const;

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000_000)
    throw new UsageError(`--${name} ${text}: must be a whole number from 1 to 10000000.`);
  return value;
}

await runCommand({ help, options }, async ({ values }) => {
  if (values.apps === undefined) throw new UsageError('--apps is missing.');
  const apps = wholeNumber('apps', values.apps);
  const users = values.users === undefined ? Math.ceil(apps / 8) : wholeNumber('users', values.users);
  const began = performance.now();
  const config = parseConfig(process.env);
  console.log(`Seeding ${config.databaseUrl === undefined ? config.dataDir : 'PostgreSQL'} ...`);
  // Loading the samples takes ten seconds, and no measurement needs them.
  const product = await compose({ ...config, sampleData: false });
  await seedDirectory(product.db, product.services.media, { apps, users }, progressOf);
  await product.close();
  console.log(`Added ${counted(apps, 'app')} in ${secondsSince(began)}.`);
});

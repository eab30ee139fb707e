// npm run moderate -- hide <listing> --reason "...": the operator's commands against misuse of the site, also while it
// runs.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runModerate } from './data/run-moderate.ts';

if (existsSync('.env')) loadEnvFile('.env');
process.exitCode = await runModerate(process.argv.slice(2), process.env, console);

// npm run moderate -- hide <listing> --reason "...": what an operator does when somebody misuses the site, while it is
// in use.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runModerate } from './data/run-moderate.ts';

if (existsSync('.env')) loadEnvFile('.env');
process.exitCode = await runModerate(process.argv.slice(2), process.env, console);

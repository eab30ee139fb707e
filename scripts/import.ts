// npm run import -- <list> --account <email>: publishes an operator's list of apps, also while the site runs.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runImport } from './data/run-import.ts';

if (existsSync('.env')) loadEnvFile('.env');
process.exitCode = await runImport(process.argv.slice(2), process.env, console);

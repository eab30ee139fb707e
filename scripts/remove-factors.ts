// npm run remove-factors -- <email>: for a person who has lost all second factors, also while the site runs.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runRemoveFactors } from './data/run-remove-factors.ts';

if (existsSync('.env')) loadEnvFile('.env');
process.exitCode = await runRemoveFactors(process.argv.slice(2), process.env, console);

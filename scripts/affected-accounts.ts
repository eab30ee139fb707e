// npm run affected-accounts -- --from 2026-11-20: lists whom a breach affects, also while the site runs.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runAffectedAccounts } from './data/run-affected-accounts.ts';

if (existsSync('.env')) loadEnvFile('.env');
process.exitCode = await runAffectedAccounts(process.argv.slice(2), process.env, console);

// npm run end-sessions -- --account <email>: logs one account, or everybody, out on every device, while the site is in
// use.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runEndSessions } from './data/run-end-sessions.ts';

if (existsSync('.env')) loadEnvFile('.env');
process.exitCode = await runEndSessions(process.argv.slice(2), process.env, console);

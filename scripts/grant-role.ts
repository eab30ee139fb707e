// npm run grant-role -- <email> <role>: makes somebody an admin, a moderator or a member, also while the site runs.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { runGrantRole } from './data/run-grant-role.ts';

if (existsSync('.env')) loadEnvFile('.env');
process.exitCode = await runGrantRole(process.argv.slice(2), process.env, console);

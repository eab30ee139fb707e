// npm run dev: the pages with reload on every change, on the same services as in production.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { dev } from 'astro';
import { ConfigError, parseConfig, type Config } from '../src/lib/server/platform/config.ts';
import { claimDirectory } from '../src/lib/server/platform/db/directory-lock.ts';

/** What keeps it from starting is told in one line, as by the server. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

function prepare(): Config {
  try {
    const config = parseConfig(process.env);
    // Until this process ends, also while Astro restarts its own server because astro.config.mjs was changed.
    const claim = claimDirectory(config);
    process.once('exit', () => claim.release());
    return config;
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.message);
    throw error;
  }
}

if (existsSync('.env')) loadEnvFile('.env');
const { host, port } = prepare();
try {
  // At another port than the one that SITE_URL names, mails would lead elsewhere.
  await dev({ server: { host, port }, vite: { server: { strictPort: true } } });
} catch (error) {
  if (error instanceof Error && error.message === `Port ${port} is already in use`)
    refuse(`PORT=${port}: another program listens there. Stop it or choose another port.`);
  throw error;
}

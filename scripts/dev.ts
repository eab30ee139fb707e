// npm run dev: the pages with reload on every change, on the same services as in production.
import { dev } from 'astro';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { claimDirectory } from '../src/lib/server/platform/db/directory-lock.ts';
import { checkAddress, siteVariables } from '../src/lib/server/http/sockets.ts';
import { runCommand } from './command.ts';

await runCommand({ help: 'Usage: npm run dev\n\nServes the pages with reload.' }, async () => {
  const config = parseConfig(process.env);
  const { host, port } = config;
  await checkAddress({ host, port, variables: siteVariables });
  // The lock lasts until the process ends, also while Astro restarts its server after a change of astro.config.mjs.
  const claim = claimDirectory(config);
  process.once('exit', () => claim.release());
  // At another port the links in mails would lead to another server.
  await dev({ server: { host, port }, vite: { server: { strictPort: true } } });
});

// npm run mail: prints the newest mail that was written to DATA_DIR/outbox.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { runCommand } from './command.ts';

await runCommand({ help: 'Usage: npm run mail\n\nPrints the newest mail in DATA_DIR/outbox.' }, () => {
  const folder = join(parseConfig(process.env).dataDir, 'outbox');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  const newest = names.sort().at(-1);
  console.log(
    newest === undefined ? `No mail in ${folder} yet.` : readFileSync(join(folder, newest), 'utf8'),
  );
});

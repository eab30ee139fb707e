// npm run mail: prints the newest mail that was written to DATA_DIR/outbox.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { ConfigError, parseConfig } from '../src/lib/server/platform/config/config.ts';

if (existsSync('.env')) loadEnvFile('.env');
let folder: string;
try {
  folder = join(parseConfig(process.env).dataDir, 'outbox');
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
const newest = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .at(-1)
  : undefined;

if (newest === undefined) console.log(`No mail in ${folder} yet.`);
else console.log(readFileSync(join(folder, newest), 'utf8'));

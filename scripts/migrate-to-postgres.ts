// npm run migrate-to-postgres: moves a SQLite directory into PostgreSQL, and its pictures into the configured storage.
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseConfig, type Config } from '../src/lib/server/platform/config/config.ts';
import { prepareDirectory } from '../src/lib/server/platform/config/data-directory.ts';
import { takeDirectory } from '../src/lib/server/platform/db/directory-lock.ts';
import { databaseFile } from '../src/lib/server/platform/db/sqlite.ts';
import { openStorage } from '../src/open-stores.ts';
import { inEnglish, Refusal, runCommand, secondsSince } from './command.ts';
import { copyPictures } from './data/pictures.ts';
import { dump, fill } from './data/tables.ts';

const help = `Usage: DATA_DIR=... DATABASE_URL=postgres://... npm run migrate-to-postgres

Moves the SQLite directory in DATA_DIR into the empty database of DATABASE_URL, and its
pictures to MEDIA_URL where that is set. Compares every row and every picture. Stop the
server first: it refuses to begin while one runs on DATA_DIR, and none starts there
meanwhile. If it is interrupted, run it again. DATA_DIR is left as it is.

  --help   this text`;

async function move(config: Config): Promise<void> {
  const onSqlite = { ...config, databaseUrl: undefined, mediaUrl: undefined };
  const folder = join(config.dataDir, 'move.partial');
  const clear = (): Promise<void> => rm(folder, { recursive: true, force: true });
  await clear();
  await mkdir(folder, { mode: 0o700 });
  try {
    const dumped = await dump(onSqlite, folder);
    if (config.mediaUrl !== undefined) {
      const { checksums } = await copyPictures(await openStorage(onSqlite), await openStorage(config));
      console.log(`  pictures ${inEnglish(checksums.size)} files, the same`);
    }
    await fill(config, folder, dumped);
    for (const [name, { rows }] of Object.entries(dumped.tables))
      console.log(`  ${name.padEnd(24)} ${inEnglish(rows).padStart(12)} rows, the same`);
  } finally {
    await clear();
  }
}

await runCommand({ help }, async () => {
  const began = performance.now();
  const config = parseConfig(process.env);
  const { databaseUrl, dataDir, mediaUrl } = config;
  if (databaseUrl === undefined) throw new Refusal('DATABASE_URL: set it to the database to move to.');
  if (!existsSync(databaseFile(dataDir)))
    throw new Refusal(`DATA_DIR=${dataDir}: there is no SQLite database. Set it to the directory to move.`);
  prepareDirectory({ dataDir });
  // Writes that a server acknowledged meanwhile would be lost.
  const alone = takeDirectory(dataDir);
  if (!alone)
    throw new Refusal(
      `DATA_DIR=${dataDir}: a server runs there, or another move. Stop it (systemctl stop naijabuilt), and run this again.`,
    );
  await move(config).finally(() => alone.release());
  const place = mediaUrl === undefined ? '' : ', this MEDIA_URL';
  console.log(`Moved in ${secondsSince(began)}.`);
  console.log(
    `Start every node with this DATABASE_URL${place}, and AUTH_SECRET set to what is in ${dataDir}/auth-secret.`,
  );
});

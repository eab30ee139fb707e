// A backup needs only reads: it works on a full disk, on a standby, and for an account that may not write.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../scripts/data/backup.ts';
import { openDatabase } from '../../src/compose.ts';
import { findSetting } from '../../src/lib/server/platform/db/setting-queries.ts';
import { createTestProduct, engines } from '../support/test-product.ts';

describe.each(engines)('The record of a backup on %s', (engine) => {
  test('Completes a backup if the database cannot record it, and says why', async () => {
    const { config, dispose } = await createTestProduct(engine);
    onTestFinished(() => dispose());
    const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const db = await openDatabase(config);
    onTestFinished(() => db.close());
    const [refuse, allow] =
      engine === 'sqlite'
        ? [
            `create trigger refuse before insert on settings when new.name = 'last-backup'
             begin select raise(abort, 'refuse'); end`,
            'drop trigger refuse',
          ]
        : [
            "alter table settings add constraint refuse check (name <> 'last-backup')",
            'alter table settings drop constraint refuse',
          ];
    await sql.raw(refuse).execute(db.kysely);
    const first = await backUp({ config, folder });
    expect(String(first.noteError)).toContain('refuse');
    expect(await readdir(join(folder, first.name))).toContain('manifest.json');
    await sql.raw(allow).execute(db.kysely);
    const second = await backUp({ config, folder });
    expect(second.noteError).toBeUndefined();
    expect(await findSetting(db.read, 'last-backup')).toBe(String(Date.parse(second.manifest.createdAt)));
  });
});

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import type { Database } from './db/database.ts';

/**
 * The key that tokens and codes are signed with: AUTH_SECRET when given, else one that is made once and kept in
 * `dataDir` for its owner's eyes alone. Every node of one directory needs the same.
 */
export function loadAuthSecret(given: string | undefined, dataDir: string): Uint8Array {
  // Any length of text becomes the 256 bits that HS256 wants (RFC 7518, section 3.2).
  const keyOf = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
  if (given !== undefined) return keyOf(given);
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx' fails when the file is there: of two processes that start together, one writes and both read.
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return keyOf(readFileSync(file, 'utf8'));
}

const setting = 'auth-secret-mark';

/**
 * Several nodes share one database, and each would make a secret of its own: whoever logs in at one would be a stranger at the
 * others. So the database keeps a mark of the secret, from which nobody can tell it.
 * @param given whether the operator has set AUTH_SECRET: then a new one is taken, and everybody logs in anew
 * @returns whether it is another one than before
 * @throws ConfigError when the secret was made here, and the database was used with another one
 */
export async function agreeOnSecret(db: Database, secret: Uint8Array, given: boolean): Promise<boolean> {
  const value = createHmac('sha256', secret).update(setting).digest('base64url');
  return await db.write(async (trx) => {
    const known = await trx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', setting)
      .executeTakeFirst();
    if (known?.value === value) return false;
    if (known && !given)
      throw new ConfigError(
        'AUTH_SECRET is not set, and the secret in DATA_DIR is not the one that this database was used with. Set AUTH_SECRET to the same value on every node.',
      );
    await trx
      .insertInto('settings')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return known !== undefined;
  });
}

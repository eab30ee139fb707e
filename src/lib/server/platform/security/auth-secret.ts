import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import type { Database } from '../db/database.ts';
import { findSetting, storeSetting } from '../db/setting-queries.ts';
import { placeDurably, renameUnlessTaken, syncFolder } from '../storage/durable-files.ts';

/** Minimum length in characters. A generated secret has 64. */
const minLength = 32;

/**
 * The key that signs tokens and codes: AUTH_SECRET when given, otherwise one that is generated once and kept in
 * `dataDir`, readable by its owner only. All nodes of one directory need the same.
 * @throws ConfigError when the secret in the file is too short, because anybody could sign with an empty one
 */
export async function loadAuthSecret(given: string | undefined, dataDir: string): Promise<Uint8Array> {
  // Any length of text becomes the 256 bits that HS256 wants (RFC 7518, section 3.2).
  const keyOf = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
  if (given !== undefined) return keyOf(given);
  const file = join(dataDir, 'auth-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const made = Buffer.from(randomBytes(48).toString('base64url'));
    await placeDurably(file, made, dataDir, renameUnlessTaken);
    await syncFolder(dataDir);
  }
  const text = readFileSync(file, 'utf8');
  if (text.trim().length < minLength)
    throw new ConfigError(
      `${file}: must hold ${minLength} characters or more. Put back the one of a backup, or remove it for a new one: then access tokens and codes that are out are void.`,
    );
  return keyOf(text);
}

const setting = 'auth-secret-mark';

/**
 * `given`: the operator has set AUTH_SECRET of a server, so that a changed secret is accepted, and what the old one has
 * signed is void. `command`: a command that runs beside a site.
 */
type Origin = 'given' | 'generated' | 'command';

const disagreements: Record<Exclude<Origin, 'given'>, string> = {
  generated:
    'AUTH_SECRET is not set, and the secret in DATA_DIR is not the one that this database was used with. Set AUTH_SECRET to the same value on every node.',
  command:
    'AUTH_SECRET is not the one that this database was used with. Run the command with the AUTH_SECRET, or the DATA_DIR, of the site.',
};

/**
 * Makes sure that all nodes of one database use the same secret; otherwise a person who logged in at one node would be
 * unknown to the others. The database keeps a hash of the secret, from which it cannot be computed.
 * @returns whether the secret has changed
 * @throws ConfigError when the database was used with another secret, and this one is not of the operator's server
 */
export async function agreeOnSecret(db: Database, secret: Uint8Array, origin: Origin): Promise<boolean> {
  const value = createHmac('sha256', secret).update(setting).digest('base64url');
  return await db.write(async (trx) => {
    const known = await findSetting(trx, setting);
    if (known === value) return false;
    if (known !== undefined && origin !== 'given') throw new ConfigError(disagreements[origin]);
    await storeSetting(trx, setting, value);
    return known !== undefined;
  });
}

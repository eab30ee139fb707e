// Plays an owner, who alone reads the mails of an address, against an attacker, who may do everything else, in random
// order.
import type { Random } from '../../src/sample-data/random.ts';
import { createAttacker } from './takeover-attacker.ts';
import { createOwner } from './takeover-owner.ts';
import { createParties } from './takeover-parties.ts';
import type { TestApi } from './test-api.ts';

/** Plays one interleaving. @returns a description of the failure, or '' for none */
export async function playTakeover(api: TestApi, random: Random, email: string): Promise<string> {
  const parties = createParties(api, random, email);
  const { stolen, trail } = parties;
  const [attacker, owner] = [createAttacker(parties), createOwner(parties)];
  for (let step = random.int(4, 16); step > 0; step -= 1)
    await (random.chance(0.55) ? attacker.act() : owner.act());
  const isOwners = await owner.finish(() => attacker.act());
  await attacker.tryEverything();

  await api.product.db.write((trx) => trx.deleteFrom('outbox').where('recipient', '=', email).execute());
  if (isOwners && stolen.length === 0) return '';
  const faults = [
    ...(isOwners ? [] : ['the owner has no account']),
    ...stolen.map((what) => `stolen: ${what}`),
  ];
  return `${faults.join(', ')}\n  ${trail.join('\n  ')}`;
}

// State shared by the owner and the attacker of a takeover: the address, the API and the record of events.
import type { Random } from '../../src/sample-data/random.ts';
import type { TestApi } from './test-api.ts';

export interface Pair {
  access: string;
  refresh: string;
}

export const ownersPassword = 'the password of the owner';
export const ownersNetworks = ['203.0.113.7', '192.0.2.7'] as const;
export const person = { firstname: 'Ada', lastname: 'Obi' };

export interface Parties {
  api: TestApi;
  random: Random;
  email: string;
  /** The requests so far, for the failure message. */
  trail: string[];
  /** What the attacker obtained although only the owner may have it. */
  stolen: string[];
  note(request: string, status: number): void;
  /** Codes in the mails to the address, newest first. */
  codes(): Promise<string[]>;
  /** Whether a verified account answers to this access token. */
  opensVerified(by: TestApi, access: string): Promise<boolean>;
}

export function createParties(api: TestApi, random: Random, email: string): Parties {
  const trail: string[] = [];
  return {
    api,
    random,
    email,
    trail,
    stolen: [],
    note: (request, status) => void trail.push(`${request}: ${status}`),
    async codes() {
      const rows = await api.product.db.read
        .selectFrom('outbox')
        .select('text')
        .where('recipient', '=', email)
        .orderBy('id', 'desc')
        .limit(6)
        .execute();
      return rows.flatMap(({ text }) => /^([A-Z0-9]{8})\s*$/m.exec(text)?.[1] ?? []);
    },
    async opensVerified(by, access) {
      const { body } = await by.request('/user/me/', { headers: { authorization: `Bearer ${access}` } });
      return (body as { is_verified?: boolean }).is_verified === true;
    },
  };
}

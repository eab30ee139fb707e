// An owner, who alone reads the mails of an address, and an attacker, who does everything else at the same address, in
// random order.
import type { Random } from '../../src/sample-data/random.ts';
import { sendForm } from './send-form.ts';
import type { TestApi } from './test-api.ts';

interface Pair {
  access: string;
  refresh: string;
}

interface Session extends Pair {
  id: string;
}

export const ownersPassword = 'the password of the owner';
const attackersPasswords = ['first of an attacker', 'second of an attacker'] as const;
const ownersNetworks = ['203.0.113.7', '192.0.2.7'] as const;
/** Some of them are in the owner's own networks. */
const attackersNetworks = ['198.51.100.9', '100.64.1.9', '203.0.113.8', '192.0.2.200'] as const;
const person = { firstname: 'Ada', lastname: 'Obi' };

export interface Takeover {
  email: string;
  /** What was done, for the message of a failure. */
  trail: string[];
  /** What the attacker got hold of that must not be. */
  stolen: string[];
  attackActs(): Promise<void>;
  ownerActs(): Promise<void>;
  /**
   * Has the owner do what a person does who wants the account.
   * @returns whether the owner is logged in to it in the end
   */
  ownerFinishes(): Promise<boolean>;
  /** Tries all that the attacker has ever had. */
  attackerTriesEverything(): Promise<void>;
}

export function createTakeover(api: TestApi, random: Random, email: string): Takeover {
  const trail: string[] = [];
  const stolen: string[] = [];
  const attackers: { ids: string[]; sessions: Session[]; resetToken: string } = {
    ids: [],
    sessions: [],
    resetToken: '',
  };
  const owners: { ids: string[]; pair: Pair | null; resetToken: string } = {
    ids: [],
    pair: null,
    resetToken: '',
  };
  const attacker = (): TestApi => api.from(random.pick(attackersNetworks));
  const owner = (): TestApi => api.from(ownersNetworks[0]);
  const note = (what: string, status: number) => trail.push(`${what}: ${status}`);

  /** Codes in the mails to the address, newest first. */
  async function codes(): Promise<string[]> {
    const rows = await api.product.db.read
      .selectFrom('outbox')
      .select('text')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .limit(6)
      .execute();
    return rows.flatMap(({ text }) => /^([A-Z0-9]{8})\s*$/m.exec(text)?.[1] ?? []);
  }

  async function isOfVerified(by: TestApi, access: string): Promise<{ alive: boolean; verified: boolean }> {
    const { status, body } = await by.request('/user/me/', {
      headers: { authorization: `Bearer ${access}` },
    });
    return { alive: status === 200, verified: (body as { is_verified?: boolean }).is_verified === true };
  }

  async function takeSession(by: TestApi, how: string, pair: Pair, id: string): Promise<void> {
    attackers.sessions.push({ ...pair, id });
    if ((await isOfVerified(by, pair.access)).verified) stolen.push(`a session by ${how}`);
  }

  const attacks: Record<string, () => Promise<void>> = {
    async 'sign up'() {
      const password = random.pick(attackersPasswords);
      const { status, body } = await attacker().post('/user/', { ...person, email, password });
      note('attacker signs up', status);
      attackers.ids.push((body as { id: string }).id);
    },
    async 'log in'() {
      const by = attacker();
      const { status, body } = await by.post('/token/', { email, password: random.pick(attackersPasswords) });
      note('attacker logs in', status);
      if (status === 200) await takeSession(by, 'a login', body as Pair, attackers.ids.at(-1) ?? '');
    },
    async refresh() {
      const session = attackers.sessions.at(-1);
      if (!session) return;
      const by = attacker();
      const { status, body } = await by.post('/token/refresh/', { refresh: session.refresh });
      note('attacker refreshes', status);
      if (status === 200) await takeSession(by, 'a refresh', body as Pair, session.id);
    },
    async resend() {
      const named = random.pick([{}, { id: '' }, { id: attackers.ids.at(-1) ?? '' }]);
      const { status } = await attacker().post('/user/resend-registration-code/', { email, ...named });
      note(`attacker resends ${JSON.stringify(named)}`, status);
    },
    async guess() {
      const by = attacker();
      const named = random.pick([{}, { id: '' }, { id: attackers.ids.at(-1) ?? '' }]);
      const { status, body } = await by.post('/user/verify/', { email, code: 'AAAAAAAA', ...named });
      note('attacker guesses a code', status);
      if (status === 200) await takeSession(by, 'a guess', (body as { data: Pair }).data, '');
    },
    async reset() {
      const by = attacker();
      await by.post('/user/forgot-password/', { email });
      const { status } = await by.post('/user/verify-password/', { code: 'AAAAAAAA' });
      note('attacker asks for a reset and guesses', status);
      if (status === 200) stolen.push('a reset token');
      const password = attackersPasswords[0];
      const set = {
        email,
        password,
        confirm_password: password,
        reset_token: attackers.resetToken || 'made-up',
      };
      if ((await by.post('/user/set-password/', set)).status === 200) stolen.push('a password by a reset');
    },
    async change() {
      const session = attackers.sessions.at(-1);
      if (!session) return;
      const [from, to] = random.pick([attackersPasswords, attackersPasswords.toReversed()]);
      const by = attacker();
      const json = { current_password: from, new_password: to };
      const { status, body } = await by.post(`/user/${session.id}/change-password/`, json, session.access);
      note('attacker changes the password', status);
      if (status === 200) await takeSession(by, 'a changed password', body as Pair, session.id);
    },
    async profile() {
      const session = attackers.sessions.at(-1);
      if (!session) return;
      const { status } = await sendForm(
        api,
        'PATCH',
        `/user/${session.id}/`,
        { about_me: 'Mine.' },
        { ...session, email },
      );
      note('attacker changes the profile', status);
    },
  };

  async function verifyAsOwner(
    code: string,
    how: 'named' | 'unknown' | 'unnamed' | 'bearer',
  ): Promise<boolean> {
    const by = how === 'unnamed' ? api.from(random.pick(ownersNetworks)) : owner();
    const json = {
      ...(how !== 'bearer' && { email }),
      code,
      ...(how === 'named' && { id: owners.ids.at(-1) ?? '' }),
      ...(how === 'unknown' && { id: '' }),
    };
    const { status, body } = await by.post(
      '/user/verify/',
      json,
      how === 'bearer' ? owners.pair?.access : undefined,
    );
    note(`owner enters a code, ${how}`, status);
    if (status !== 200) return false;
    const { data, reset_token: resetToken } = body as { data: Pair; reset_token?: string };
    owners.pair = data;
    owners.resetToken = resetToken ?? '';
    return true;
  }

  async function setOwnersPassword(resetToken: string): Promise<boolean> {
    const password = ownersPassword;
    const json = { email, password, confirm_password: password, reset_token: resetToken };
    const { status } = await owner().post('/user/set-password/', json);
    note('owner sets the password', status);
    return status === 200;
  }

  async function logInAsOwner(): Promise<boolean> {
    const { status, body } = await owner().post('/token/', { email, password: ownersPassword });
    note('owner logs in', status);
    if (status !== 200) return false;
    owners.pair = body as Pair;
    return (await isOfVerified(owner(), owners.pair.access)).verified;
  }

  async function signUpAsOwner(): Promise<void> {
    const { status, body } = await owner().post('/user/', { ...person, email, password: ownersPassword });
    note('owner signs up', status);
    owners.ids.push((body as { id: string }).id);
  }

  async function resetAsOwner(): Promise<boolean> {
    const asked = await owner().post('/user/forgot-password/', { email });
    const { request_token } = asked.body as { request_token: string };
    // Also the attacker can have had a code mailed since.
    for (const code of (await codes()).slice(0, 3)) {
      const { status, body } = await owner().post('/user/verify-password/', { code, request_token });
      note('owner enters a reset code', status);
      if (status === 200) return await setOwnersPassword((body as { reset_token: string }).reset_token);
    }
    return false;
  }

  const steps: Record<string, () => Promise<unknown>> = {
    'sign up': signUpAsOwner,
    'log in': logInAsOwner,
    async resend() {
      const named = random.pick([{}, { id: '' }, { id: owners.ids.at(-1) ?? '' }]);
      const { status } = await owner().post('/user/resend-registration-code/', { email, ...named });
      note(`owner resends ${JSON.stringify(named)}`, status);
    },
    async verify() {
      const found = await codes();
      if (found.length === 0) return;
      // A client that knows of no ids can only have come here by signing up.
      const hows = ['unknown', ...(owners.ids.length > 0 ? (['named', 'unnamed'] as const) : [])] as const;
      const how = owners.pair && random.chance(0.2) ? 'bearer' : random.pick(hows);
      await verifyAsOwner(random.pick(found.slice(0, 3)), how);
    },
    async 'set a password'() {
      if (owners.resetToken !== '') await setOwnersPassword(owners.resetToken);
    },
    async refresh() {
      if (!owners.pair) return;
      const { status, body } = await owner().post('/token/refresh/', { refresh: owners.pair.refresh });
      note('owner refreshes', status);
      owners.pair = status === 200 ? (body as Pair) : null;
    },
    reset: resetAsOwner,
  };

  const attackActs = async (): Promise<void> => await attacks[random.pick(Object.keys(attacks))]?.();

  return {
    email,
    trail,
    stolen,
    attackActs,
    async ownerActs() {
      await steps[random.pick(Object.keys(steps))]?.();
    },
    async ownerFinishes() {
      for (let round = 0; round < 4; round += 1) {
        if (await logInAsOwner()) return true;
        await attackActs();
        if (await resetAsOwner()) continue;
        await attackActs();
        await signUpAsOwner();
        await attackActs();
        for (const code of (await codes()).slice(0, 4)) if (await verifyAsOwner(code, 'named')) break;
      }
      return await logInAsOwner();
    },
    async attackerTriesEverything() {
      for (const password of attackersPasswords) {
        const { status, body } = await attacker().post('/token/', { email, password });
        if (status !== 200) continue;
        if ((await isOfVerified(attacker(), (body as Pair).access)).verified) stolen.push('a password');
      }
      for (const { access, refresh } of attackers.sessions) {
        if ((await isOfVerified(attacker(), access)).verified) stolen.push('an access token');
        const { status, body } = await attacker().post('/token/refresh/', { refresh });
        if (status === 200 && (await isOfVerified(attacker(), (body as Pair).access)).verified)
          stolen.push('a refresh token');
      }
    },
  };
}

/** One interleaving. @returns what went wrong; '' for nothing */
export async function playTakeover(api: TestApi, random: Random, email: string): Promise<string> {
  const takeover = createTakeover(api, random, email);
  const { stolen, trail } = takeover;
  for (let step = random.int(4, 16); step > 0; step -= 1)
    await (random.chance(0.55) ? takeover.attackActs() : takeover.ownerActs());
  const isOwners = await takeover.ownerFinishes();
  await takeover.attackerTriesEverything();
  await api.product.db.write((trx) => trx.deleteFrom('outbox').where('recipient', '=', email).execute());
  if (isOwners && stolen.length === 0) return '';
  const faults = [
    ...(isOwners ? [] : ['the owner has no account']),
    ...stolen.map((what) => `stolen: ${what}`),
  ];
  return `${faults.join(', ')}\n  ${trail.join('\n  ')}`;
}

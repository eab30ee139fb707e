// The attacker of a takeover, who knows the address but cannot read its mails.
import { sendForm } from './send-form.ts';
import { person, type Pair, type Parties } from './takeover-parties.ts';
import type { TestApi } from './test-api.ts';

interface Session extends Pair {
  id: string;
}

const passwords = ['first of an attacker', 'second of an attacker'] as const;
/** Two of the networks are shared with the owner. */
const networks = ['198.51.100.9', '100.64.1.9', '203.0.113.8', '192.0.2.200'] as const;

export interface Attacker {
  /** Sends one random request. */
  act(): Promise<void>;
  /** Tries every password, session and token that the attacker ever had. */
  tryEverything(): Promise<void>;
}

export function createAttacker({ api, random, email, stolen, note, opensVerified }: Parties): Attacker {
  const had: { ids: string[]; sessions: Session[]; resetToken: string } = {
    ids: [],
    sessions: [],
    resetToken: '',
  };

  const attacker = (): TestApi => api.from(random.pick(networks));

  async function takeSession(by: TestApi, how: string, pair: Pair, id: string): Promise<void> {
    had.sessions.push({ ...pair, id });
    if (await opensVerified(by, pair.access)) stolen.push(`a session by ${how}`);
  }

  const attacks: Record<string, () => Promise<void>> = {
    async 'sign up'() {
      const password = random.pick(passwords);
      const { status, body } = await attacker().post('/user/', { ...person, email, password });
      note('attacker signs up', status);
      had.ids.push((body as { id: string }).id);
    },
    async 'log in'() {
      const by = attacker();
      const { status, body } = await by.post('/token/', { email, password: random.pick(passwords) });
      note('attacker logs in', status);
      if (status === 200) await takeSession(by, 'a login', body as Pair, had.ids.at(-1) ?? '');
    },
    async refresh() {
      const session = had.sessions.at(-1);
      if (!session) return;
      const by = attacker();
      const { status, body } = await by.post('/token/refresh/', { refresh: session.refresh });
      note('attacker refreshes', status);
      if (status === 200) await takeSession(by, 'a refresh', body as Pair, session.id);
    },
    async resend() {
      const named = random.pick([{}, { id: '' }, { id: had.ids.at(-1) ?? '' }]);
      const { status } = await attacker().post('/user/resend-registration-code/', { email, ...named });
      note(`attacker resends ${JSON.stringify(named)}`, status);
    },
    async guess() {
      const by = attacker();
      const named = random.pick([{}, { id: '' }, { id: had.ids.at(-1) ?? '' }]);
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
      const password = passwords[0];
      const set = {
        email,
        password,
        confirm_password: password,
        reset_token: had.resetToken || 'made-up',
      };
      if ((await by.post('/user/set-password/', set)).status === 200) stolen.push('a password by a reset');
    },
    async change() {
      const session = had.sessions.at(-1);
      if (!session) return;
      const [from, to] = random.pick([passwords, passwords.toReversed()]);
      const by = attacker();
      const json = { current_password: from, new_password: to };
      const { status, body } = await by.post(`/user/${session.id}/change-password/`, json, session.access);
      note('attacker changes the password', status);
      if (status === 200) await takeSession(by, 'a changed password', body as Pair, session.id);
    },
    async profile() {
      const session = had.sessions.at(-1);
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

  return {
    act: async () => await attacks[random.pick(Object.keys(attacks))]?.(),
    async tryEverything() {
      for (const password of passwords) {
        const { status, body } = await attacker().post('/token/', { email, password });
        if (status !== 200) continue;
        if (await opensVerified(attacker(), (body as Pair).access)) stolen.push('a password');
      }
      for (const { access, refresh } of had.sessions) {
        if (await opensVerified(attacker(), access)) stolen.push('an access token');
        const { status, body } = await attacker().post('/token/refresh/', { refresh });
        if (status === 200 && (await opensVerified(attacker(), (body as Pair).access)))
          stolen.push('a refresh token');
      }
    },
  };
}

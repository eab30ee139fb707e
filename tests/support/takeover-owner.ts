// The owner of the address in a takeover, who alone reads its mails.
import { ownersNetworks, ownersPassword, person, type Pair, type Parties } from './takeover-parties.ts';
import type { TestApi } from './test-api.ts';

export interface Owner {
  /** Sends one random request. */
  act(): Promise<void>;
  /**
   * Takes the steps of a person who wants the account.
   * @param interrupt runs between the steps
   * @returns whether the owner is logged in to it in the end
   */
  finish(interrupt: () => Promise<void>): Promise<boolean>;
}

export function createOwner({ api, random, email, note, codes, opensVerified }: Parties): Owner {
  const owners: { ids: string[]; pair: Pair | null; resetToken: string } = {
    ids: [],
    pair: null,
    resetToken: '',
  };

  const owner = (): TestApi => api.from(ownersNetworks[0]);

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
    return opensVerified(owner(), owners.pair.access);
  }

  async function signUpAsOwner(): Promise<void> {
    const { status, body } = await owner().post('/user/', { ...person, email, password: ownersPassword });
    note('owner signs up', status);
    owners.ids.push((body as { id: string }).id);
  }

  async function resetAsOwner(): Promise<boolean> {
    const asked = await owner().post('/user/forgot-password/', { email });
    const { request_token } = asked.body as { request_token: string };
    // The attacker may have had another code mailed since.
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
      // A client that knows no ids can only have reached this page by signing up.
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

  return {
    async act() {
      await steps[random.pick(Object.keys(steps))]?.();
    },
    async finish(interrupt) {
      for (let round = 0; round < 4; round += 1) {
        if (await logInAsOwner()) return true;
        await interrupt();
        if (await resetAsOwner()) continue;
        await interrupt();
        await signUpAsOwner();
        await interrupt();
        for (const code of (await codes()).slice(0, 4)) if (await verifyAsOwner(code, 'named')) break;
      }
      return await logInAsOwner();
    },
  };
}

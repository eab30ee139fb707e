import { expect, test } from 'vitest';
import { compose } from '../../src/compose.ts';
import { agreeOnSecret } from '../../src/lib/server/platform/security/auth-secret.ts';
import { ConfigError } from '../../src/lib/server/platform/config/config.ts';
import { createTestProduct, bothEngines } from '../support/test-product.ts';

const [ours, another] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test.each(bothEngines)(
  'Refuses a generated secret that differs from that of the database on %s',
  async (engine) => {
    const product = await createTestProduct(engine);
    const agree = (secret: Uint8Array, given: boolean) =>
      agreeOnSecret(product.db, secret, given ? 'given' : 'generated');
    // On PostgreSQL the product has already stored the secret of its folder.
    expect(await agree(ours, true)).toBe(engine === 'postgres');
    expect(await agree(ours, false)).toBe(false);
    // A secret that another node generated is refused.
    await expect(agree(another, false)).rejects.toThrow(ConfigError);
    await expect(agreeOnSecret(product.db, another, 'command')).rejects.toThrow(/AUTH_SECRET is not the one/);
    expect(await agreeOnSecret(product.db, ours, 'command')).toBe(false);
    expect(await agree(ours, false)).toBe(false);
    // A secret that the operator sets replaces it.
    expect(await agree(another, true)).toBe(true);
    expect(await agree(another, true)).toBe(false);
    await product.dispose();
  },
);

test.each(bothEngines)(
  'Rejects access tokens after a new secret on %s, and keeps sessions',
  async (engine) => {
    const product = await createTestProduct(engine);
    const person = { email: 'ada@example.com', password: 'correct horse battery' };
    const client = { address: '192.0.2.1' };
    const { accounts } = product.services;
    await accounts.signUp({ firstname: 'Ada', lastname: 'Obi', show_email: true, ...person }, client);
    const pair = await accounts.logIn(person, client);
    const next = await compose({ ...product.config, authSecret: 'x'.repeat(40) });
    expect(await accounts.authenticate(pair.access, client)).toMatchObject({ isVerified: false });
    expect(await next.services.accounts.authenticate(pair.access, client)).toBeNull();
    const renewed = await next.services.accounts.refreshSession(pair.refresh, client);
    expect(await next.services.accounts.authenticate(renewed.access, client)).toMatchObject({
      isVerified: false,
    });
    await next.close();
    await product.dispose();
  },
);

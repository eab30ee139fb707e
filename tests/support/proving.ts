// People who prove their apps, in a product of which the test owns the clock, beside other sites on this machine.
import type { Caller } from '../../src/lib/server/accounts/index.ts';
import { AppError } from '../../src/lib/server/platform/errors.ts';
import type { AppListing } from '../../src/lib/shared/schemas/apps.ts';
import type { CheckProof, OwnProofJson, ProofBadge } from '../../src/lib/shared/schemas/proofs/proofs.ts';
import { startOutsideWorld, type OutsideWorld } from './outside-world.ts';
import { createOwner, createTestProduct, type EngineName, type TestProduct } from './test-product.ts';

export const proofFile = '/.well-known/naijabuilt.txt';

export interface Listed {
  caller: Caller;
  app: AppListing;
  domain: string;
  token: string;
}

export interface Proving {
  world: OutsideWorld;
  product: TestProduct;
  now(): number;
  pass(ms: number): void;
  person(): Promise<Caller>;
  /** An app of a new person whose website is a domain that nobody else has. */
  list(texts?: { website?: string; name?: string; play?: string }): Promise<Listed>;
  /** Checks after the pause of a host. @returns what the caller sees afterwards, or the sentence of the refusal */
  check(by: Pick<Listed, 'caller' | 'app'>, form: CheckProof): Promise<OwnProofJson | string>;
  badgeOf(id: string): Promise<ProofBadge | null>;
  stop(): Promise<void>;
}

let counter = 0;

const towns = ['Abuja', 'Benin', 'Calabar', 'Damaturu', 'Enugu', 'Funtua', 'Gombe', 'Hadejia', 'Jos', 'Kano'];

/** Names that do not look alike, as numbers do (6 and 9): the name of a proved app keeps imitations out. */
export const nameOf = (at: number): string =>
  `Busha in ${String(towns[Math.floor(at / 10) % 10])} ${String(towns[at % 10])}`;

export async function startProving(engine: EngineName): Promise<Proving> {
  const world = await startOutsideWorld();
  let now = Date.UTC(2026, 10, 3, 9);
  const product = await createTestProduct(engine, {
    env: world.env,
    clock: () => now,
    wakeMail: () => undefined,
  });
  const { apps, proofs } = product.services;

  async function person(): Promise<Caller> {
    const userId = await createOwner(product);
    const client = { address: '127.0.0.1' };
    return { userId, sessionId: '', isVerified: true, role: 'member', factorAt: null, client };
  }

  return {
    world,
    product,
    now: () => now,
    pass: (ms) => void (now += ms),
    person,
    async list({ website, name, play } = {}) {
      counter += 1;
      const domain = `busha${String(counter)}-${engine}.test`;
      const caller = await person();
      const form = {
        name: name ?? nameOf(counter),
        description: 'Buys and sells coins.',
        website: website ?? `https://www.${domain}/`,
        ...(play !== undefined && {
          playstore_link: `https://play.google.com/store/apps/details?id=${play}`,
        }),
      };
      const app = await apps.createApp(caller, form, { logo: undefined, screenshots: [] });
      const { token } = await proofs.showProof(caller, app.id);
      return { caller, app, domain, token };
    },
    async check({ caller, app }, form) {
      now += 6_000;
      try {
        await proofs.checkNow(caller, app.id, form);
      } catch (error) {
        if (error instanceof AppError) return error.message;
        throw error;
      }
      return await proofs.showProof(caller, app.id);
    },
    async badgeOf(id) {
      const found = await apps.findApp(id);
      return found.kind === 'found' ? found.app.proof : null;
    },
    async stop() {
      await product.dispose();
      await world.stop();
    },
  };
}

// Every change of the state of a listing, by everybody who could try it: allowed as the table says, else refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeListingState, findAnyListing, releaseNames } from '../../src/lib/server/apps/index.ts';
import {
  isTransitionAllowed,
  listingActors,
  listingTransitions,
} from '../../src/lib/server/apps/states/listing-transitions.ts';
import { unrecordedReader } from '../../src/lib/server/platform/reads/reader.ts';
import { listingStates, type ListingState } from '../../src/lib/shared/schemas/listing-states.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

test('Lets owners choose between public and unlisted alone, and rules hold and release alone', () => {
  const allowed = Object.fromEntries(
    listingActors.map((actor) => [
      actor,
      listingStates.flatMap((from) =>
        listingStates.filter((to) => isTransitionAllowed(from, to, actor)).map((to) => `${from} -> ${to}`),
      ),
    ]),
  );
  expect(allowed).toEqual({
    owner: ['public -> unlisted', 'unlisted -> public'],
    rule: ['public -> held', 'unlisted -> held', 'held -> public'],
    staff: [
      ...['public -> held', 'public -> limited', 'public -> removed'],
      ...['unlisted -> held', 'unlisted -> limited', 'unlisted -> removed'],
      ...['held -> public', 'held -> limited', 'held -> removed'],
      ...['limited -> public', 'limited -> held', 'limited -> removed'],
      ...['removed -> public', 'removed -> held', 'removed -> limited'],
    ],
  });
  expect(Object.keys(listingTransitions).toSorted()).toEqual([...listingStates].toSorted());
});

describe.each(bothEngines)('The states of a listing on %s', (engine) => {
  let product: TestProduct;
  let ownerId: string;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    ownerId = await createOwner(product);
  });
  afterAll(() => product.dispose());

  const change = (input: Parameters<typeof changeListingState>[1]) =>
    product.db.write((trx) => changeListingState(trx, input));
  const why = {
    policy: 'scam',
    reason: 'It asks for passwords.',
    decision: '20261121-K7Q2',
    clears: 'A proof.',
  };
  const open = { now: 1_700_000_000_000, isOwnerOpen: true };
  const found = async (id: string) => await findAnyListing(unrecordedReader(product.db), id);

  /** A listing that staff or its owner has brought into a state. */
  async function listingIn(state: ListingState): Promise<string> {
    const { id } = await product.services.apps.publishApp(newApp(ownerId));
    if (state === 'public') return id;
    const actor = state === 'unlisted' ? 'owner' : 'staff';
    expect(await change({ id, to: state, actor, ...open, ...why })).toMatchObject({ state });
    return id;
  }

  const cases = listingStates.flatMap((from) =>
    listingStates.flatMap((to) => listingActors.map((actor) => ({ from, to, actor }))),
  );
  test.each(cases)('Changes $from to $to by the $actor as the table says', async ({ from, to, actor }) => {
    const id = await listingIn(from);
    const before = await found(id);
    const row = await change({ id, to, actor, ...open, ...why });
    if (!isTransitionAllowed(from, to, actor)) {
      expect(row).toBeUndefined();
      expect(await found(id)).toEqual(before);
      return;
    }
    const isDecided = to !== 'public' && to !== 'unlisted';
    expect(row).toMatchObject({
      state: to,
      is_listed: to === 'public' ? 1 : 0,
      state_reason: isDecided ? why.reason : '',
      state_policy: isDecided ? why.policy : '',
      state_decision: isDecided ? why.decision : null,
      state_clears: to === 'held' ? why.clears : '',
      state_at: isDecided ? open.now : null,
    });
    const listed = await product.services.apps.listApps({ limit: 100 });
    expect(listed.items.some((app) => app.id === id)).toBe(to === 'public');
  });

  test('Keeps a listing of a banned owner out of the lists when it is public again', async () => {
    const id = await listingIn('removed');
    expect(await change({ id, to: 'public', ...open, isOwnerOpen: false })).toMatchObject({
      state: 'public',
      is_listed: 0,
    });
  });

  test('Restores an unlisted listing as unlisted, also after several decisions', async () => {
    const id = await listingIn('unlisted');
    for (const to of ['held', 'limited', 'removed', 'held'] as const)
      expect(await change({ id, to, ...open, ...why })).toMatchObject({ state: to });
    expect(await change({ id, to: 'public', ...open })).toMatchObject({ state: 'unlisted', is_listed: 0 });
    expect(await change({ id, to: 'public', actor: 'owner', ...open })).toMatchObject({
      state: 'public',
      is_listed: 1,
    });
    await change({ id, to: 'removed', ...open, ...why });
    expect(await change({ id, to: 'public', ...open })).toMatchObject({ state: 'public', is_listed: 1 });
  });

  test.each(['public', 'limited', 'held'] as const)(
    'Gives a removed listing whose names were released its names again when it becomes %s',
    async (to) => {
      const id = await listingIn('removed');
      const name = (await found(id))?.app.name ?? '';
      expect(await product.db.write((trx) => releaseNames(trx, id))).toBe(true);
      expect(await product.services.apps.nameExists(name)).toBe(false);
      expect(await change({ id, to, ...open, ...why })).toMatchObject({ state: to, name });
      expect(await product.services.apps.nameExists(name)).toBe(true);
      expect((await found(id))?.app.nameId).toBe(name.toLowerCase().replace(' ', '-'));
    },
  );

  test('Tells nothing of a listing that does not exist', async () => {
    const missing = await change({ id: '019a4f10-3c00-7000-8000-000000000000', to: 'removed', ...open });
    expect(missing).toBeUndefined();
  });
});

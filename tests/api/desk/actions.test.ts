// Every action of staff on a listing in every state.
import { describe, expect, test } from 'vitest';
import { deskActions, type DeskAction } from '../../../src/lib/shared/schemas/moderation/cases.ts';
import { listingStates, type ListingState } from '../../../src/lib/shared/schemas/listing-states.ts';
import { caseOf, decide } from '../../support/desk-cases.ts';
import { useListingAtDesk } from '../../support/listing-at-desk.ts';
import { engines } from '../../support/test-product.ts';

/** The state after an action; null where it is refused. */
const outcomes: Record<DeskAction, Record<ListingState, string | null>> = {
  none: { public: 'public', unlisted: 'unlisted', held: 'held', limited: 'limited', removed: 'removed' },
  'ask-owner': {
    public: 'public',
    unlisted: 'unlisted',
    held: 'held',
    limited: 'limited',
    removed: 'removed',
  },
  'remove-facts': {
    public: 'public',
    unlisted: 'unlisted',
    held: 'held',
    limited: 'limited',
    removed: 'removed',
  },
  limit: { public: 'limited', unlisted: 'limited', held: 'limited', limited: null, removed: 'limited' },
  hold: { public: 'held', unlisted: 'held', held: null, limited: 'held', removed: 'held' },
  remove: { public: 'removed', unlisted: 'removed', held: 'removed', limited: 'removed', removed: null },
  restore: { public: null, unlisted: null, held: 'public', limited: 'public', removed: 'public' },
  suspend: { public: 'public', unlisted: 'unlisted', held: 'held', limited: 'limited', removed: 'removed' },
  // Waits for the rules of accounts.
  restrict: { public: null, unlisted: null, held: null, limited: null, removed: null },
  // Nobody claims these; tests/api/desk/claims.test.ts has listings that somebody claims.
  transfer: { public: null, unlisted: null, held: null, limited: null, removed: null },
};

describe.each(engines)('Actions on listings on %s', (engine) => {
  const site = useListingAtDesk(engine);
  const { database, mailsTo, open, stateOf } = site;

  const cases = deskActions.flatMap((action) => listingStates.map((state) => [action, state] as const));
  test.each(cases)('Answers %s for a listing that is %s as the table says', async (action, state) => {
    const { api, app, owner, staff } = site;
    const expected = outcomes[action][state];
    const columns = { state, is_listed: state === 'public' ? 1 : 0 } as const;
    await database().updateTable('apps').set(columns).where('id', '=', app.id).execute();
    const { number } = await open();
    const mailsBefore = await mailsTo(owner);
    const answer = await decide(api, staff, number, {
      action,
      facts: action === 'remove-facts' ? ['website'] : [],
    });
    if (expected === null) {
      expect([answer.status, await stateOf()]).toEqual([400, state]);
      expect((await caseOf(api, staff, number)).state).toBe('open');
      return;
    }
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(await stateOf()).toBe(expected);
    const detail = await caseOf(api, staff, number);
    expect(detail.state).toBe(action === 'ask-owner' ? 'waiting' : 'decided');
    const decisions = detail.decisions.filter(({ case_number }) => case_number === number);
    expect(decisions).toHaveLength(1);
    expect(decisions[0]).toMatchObject({ action, case_number: number, by: { id: staff.id } });
    const strikes = detail.strikes.filter(({ decision_number }) => decision_number === decisions[0]?.number);
    expect(strikes).toHaveLength(['limit', 'hold', 'remove', 'suspend'].includes(action) ? 1 : 0);
    expect(detail.owner?.is_suspended).toBe(action === 'suspend');
    expect(await mailsTo(owner)).toHaveLength(mailsBefore.length + (action === 'none' ? 0 : 1));
    expect(api.faults).toEqual([]);
  });
});

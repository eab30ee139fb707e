// What staff decide in the model directory: reports, decisions, appeals, bulk actions and suspensions.
import { decide, findApp } from './directory-apps.ts';
import {
  isVisible,
  personOf,
  revokeAll,
  type Answered,
  type DeskOperation,
  type Expected,
  type Model,
  type ModelApp,
  type ModelDecision,
} from './directory-state.ts';
import { isOwnerState, type ListingState } from '../../src/lib/shared/schemas/listing-states.ts';

type Action = ModelDecision['action'];

const stateOfAction: Partial<Record<Action, ListingState>> = {
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  restore: 'public',
};
const actionOfState: Partial<Record<ListingState, Action>> = {
  held: 'hold',
  limited: 'limit',
  removed: 'remove',
};
const strikes: readonly Action[] = ['limit', 'hold', 'remove', 'suspend'];
const decidedStates: readonly ListingState[] = ['held', 'limited', 'removed'];

const aliveApp = (model: Model, id: string | null): ModelApp | undefined =>
  model.apps.find((one) => one.id === id && one.alive);
const decisionOf = (model: Model, id: string | null): ModelDecision | undefined =>
  model.decisions.find((one) => one.id === id);

/** Of the answer to a bulk action: the id of the decision about each listing. */
type Made = Record<string, string>;
const madeIn = ({ body }: Answered): Made => (body['made'] ?? {}) as Made;

interface Ruling {
  id: string;
  app: ModelApp;
  actor: number;
  action: Action;
  /** The decision that it takes back. */
  reverses?: ModelDecision | undefined;
}

/** Decides about a listing, where its state allows it. @returns whether it does */
function rule(model: Model, { id, app, actor, action, reverses }: Ruling): boolean {
  const [before, standing] = [app.state, decisionOf(model, app.decision)];
  const to = stateOfAction[action];
  let revoked: string | null = null;
  if (to !== undefined) {
    if (decide(model, app.id, to).status !== 200) return false;
    app.decision = isOwnerState(app.state) ? null : id;
    if (action === 'restore' && !reverses) revoked = revoke(standing);
  }
  revoked = revoke(reverses) ?? revoked;
  // The undoing of a restoration gives the strike back.
  const reinstated = decisionOf(model, reverses?.action === 'restore' ? reverses.revoked : null);
  if (reinstated) reinstated.strike = 'counts';
  model.decisions.push({
    ...{ id, app: app.id, owner: app.owner, ownerId: personOf(model, app.owner).id, actor, action, before },
    after: app.state,
    strike: strikes.includes(action) && !reverses ? 'counts' : 'none',
    revoked,
    appeal: null,
  });
  return true;
}

/** @returns the decision, if its strike counted */
function revoke(decision: ModelDecision | undefined): string | null {
  if (decision?.strike !== 'counts') return null;
  decision.strike = 'revoked';
  return decision.id;
}

export function report(
  model: Model,
  index: number,
  { app: text, wasVisible = false }: Of<'report'>,
  { body }: Answered,
): Expected {
  const person = personOf(model, index);
  if (!person.verified) return { status: 403 };
  const app = wasVisible ? aliveApp(model, text) : findApp(model, text, index);
  if (!app || !(wasVisible || isVisible(model, app))) return { status: 404 };
  if (app.owner === index || app.reporters.includes(person.id)) return { status: 409 };
  app.openCase ??= String(body['case']);
  app.reporters.push(person.id);
  return { status: 201 };
}

export function applyDesk(
  model: Model,
  operation: Exclude<DeskOperation, { kind: 'report' }>,
  answer: Answered,
): Expected {
  switch (operation.kind) {
    case 'decide case':
      return decideCase(model, operation, answer);
    case 'appeal':
      return appeal(model, operation.decision, answer);
    case 'decide appeal':
      return decideAppeal(model, operation, answer);
    case 'bulk':
      return bulk(model, operation, answer);
    case 'suspend':
      return suspend(model, operation, answer);
    case 'undo':
      return undo(model, operation, answer);
  }
}

type Of<Kind extends DeskOperation['kind']> = Extract<DeskOperation, { kind: Kind }>;

function decideCase(
  model: Model,
  { action, app: id, staff: actor }: Of<'decide case'>,
  { body }: Answered,
): Expected {
  const app = aliveApp(model, id);
  // The case of a listing that is deleted at the same moment can only be closed.
  if (!app) return { status: action === 'none' ? 201 : 409 };
  if (app.openCase === null) return { status: 409 };
  if (action === 'restore' && !decidedStates.includes(app.state)) return { status: 400 };
  const owner = personOf(model, app.owner);
  if (action === 'restrict' && owner.suspended) return { status: 400 };
  const decision = String(body['id']);
  if (!rule(model, { id: decision, app, actor, action })) return { status: 400 };
  if (action === 'restrict') owner.restrictedBy = decision;
  Object.assign(app, { openCase: null, reporters: [] });
  return { status: 201 };
}

function appeal(model: Model, id: string, answer: Answered): Expected {
  const decision = decisionOf(model, id);
  if (!decision || decision.action === 'none' || decision.action === 'restore') return { status: 404 };
  if (decision.appeal) return { status: 409 };
  // The account may be deleted at the same moment.
  if (personOf(model, decision.owner).id !== decision.ownerId || !personOf(model, decision.owner).exists)
    return { status: answer.status };
  decision.appeal = { caseNumber: String(answer.body['case']), state: 'open' };
  return { status: 201 };
}

function decideAppeal(
  model: Model,
  { action, decision: id }: Of<'decide appeal'>,
  { body }: Answered,
): Expected {
  const decision = decisionOf(model, id);
  if (decision?.appeal?.state !== 'open') return { status: 409 };
  const owner = personOf(model, decision.owner);
  const app = aliveApp(model, decision.app);
  const isGone = decision.app === null ? !owner.exists : !app;
  if (isGone && action === 'restore') return { status: 409 };
  decision.appeal.state = action === 'none' ? 'upheld' : 'reversed';
  const made = String(body['id']);
  const actor = 1 - decision.actor;
  if (app) {
    const isStanding = action === 'restore' && app.decision === decision.id;
    if (isStanding) rule(model, { id: made, app, actor, action: 'restore', reverses: decision });
    else
      model.decisions.push({
        ...{ id: made, app: app.id, owner: app.owner, ownerId: owner.id, actor, action },
        ...{ before: app.state, after: app.state, strike: 'none', revoked: null, appeal: null },
      });
  }
  if (action === 'none') return { status: 201 };
  revoke(decision);
  if (decision.app === null) owner.suspended = false;
  if (owner.restrictedBy === decision.id) owner.restrictedBy = null;
  return { status: 201 };
}

function bulk(model: Model, { action, apps, staff: actor }: Of<'bulk'>, answer: Answered): Expected {
  const found = apps.flatMap((id) => aliveApp(model, id) ?? []);
  const made = madeIn(answer);
  // The last of them may be deleted at the same moment, between the request and its job.
  if (found.length === 0) return { status: answer.status === 201 ? 201 : 400 };
  const decided = found.filter((app) => rule(model, { id: made[app.id] ?? 'missing', app, actor, action }));
  const decisions = decided.map(({ id }) => made[id] ?? 'missing');
  model.bulks.push({ number: String(answer.body['number']), suspended: null, decisions, isUndone: false });
  return { status: 201, body: { decided: decided.map(({ id }) => id).sort() } };
}

function suspend(
  model: Model,
  { person: index, staff: actor }: Of<'suspend'>,
  { body, status }: Answered,
): Expected {
  const person = personOf(model, index);
  if (!person.exists || !person.verified) return { status: status === 201 ? 400 : status };
  if (person.suspended) return { status: 409 };
  person.suspended = true;
  revokeAll(model, index);
  const id = String(Object.values(madeIn({ status, body }))[0]);
  model.decisions.push({
    ...{ id, app: null, owner: index, ownerId: person.id, actor, action: 'suspend' },
    ...{ before: 'public', after: 'public', strike: 'counts', revoked: null, appeal: null },
  });
  model.bulks.push({ number: String(body['number']), suspended: index, decisions: [id], isUndone: false });
  return { status: 201 };
}

function undo(model: Model, { bulk: at, staff: actor }: Of<'undo'>, answer: Answered): Expected {
  const one = model.bulks[at];
  if (!one || one.isUndone) return { status: 409 };
  one.isUndone = true;
  const made = madeIn(answer);
  const decisions = one.decisions.flatMap((id) => decisionOf(model, id) ?? []);
  if (one.suspended !== null) {
    const person = personOf(model, one.suspended);
    if (person.suspended && person.id === decisions[0]?.ownerId) {
      person.suspended = false;
      revoke(decisions[0]);
    }
    return { status: 200 };
  }
  const undone = decisions.filter((decision) => undoOne(model, decision, { actor, made }));
  return { status: 200, body: { decided: undone.map(({ app }) => app ?? '').sort() } };
}

/** Gives a listing the state that it had. @returns false where it is gone or has changed since */
function undoOne(
  model: Model,
  decision: ModelDecision,
  { actor, made }: { actor: number; made: Made },
): boolean {
  const app = aliveApp(model, decision.app);
  if (!app || app.state !== decision.after) return false;
  if (decision.action !== 'restore' && app.decision !== decision.id) return false;
  const action = actionOfState[decision.before];
  const id = made[app.id] ?? 'missing';
  return rule(model, { id, app, actor, action: action ?? 'restore', reverses: decision });
}

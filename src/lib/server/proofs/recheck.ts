// Checks proofs again every 30 days. Nodes share the work by claiming rows, as they share the outbox.
import { composeMail, findAccount, type Letter } from '../accounts/index.ts';
import { lockListing } from '../apps/find-app.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import { proofRefusals } from '../../shared/text/proofs/proof-messages.ts';
import { readingIn } from '../platform/db/database.ts';
import type { AppTable, ProofTable } from '../platform/db/schema.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { createWorker, type Worker } from '../platform/worker.ts';
import { checkWay, type CheckedApp } from './check-way.ts';
import type { ProofsContext } from './context.ts';
import { proofLetters, proofPage } from './mails.ts';
import { claimDueProof, settleClaim, type ProofChange } from './proof-writes.ts';
import { findAppForProof } from './find-app.ts';
import { hideBadge, recheckMs, showBadge } from './store-proof.ts';
import { ProofRefusal } from './ways/proof-refusal.ts';

/** After this time another process may check the proof of one that died. */
const leaseMs = 120_000;
/** After a failure, and after a lapse. */
const againMs = dayMs;
/** After a reason that passes, such as a pause between two requests to a host. */
const soonMs = 30_000;
/** After a day on which this server opens no connections. */
const offMs = dayMs;
/** A proof lapses with this failure. */
export const maxFailures = 3;

/** After a reason that may pass, such as name servers that do not answer. */
const laterMs = dayMs / 24;
/**
 * For so long after the check was due such a reason may last. Threat: a domain whose name servers never answer, because
 * it is not its owner's any more, keeps its badge for good.
 */
const patienceMs = dayMs;

type Failure = Pick<ProofRefusal, 'isPassing' | 'isOurs'> & { problem: string };
type Outcome = { name: string } | Failure;

interface Look {
  app: CheckedApp;
  outcome: Outcome;
}

async function look(context: ProofsContext, proof: ProofTable): Promise<Look | null> {
  const app = await findAppForProof(context.db.read, proof.app_id);
  if (!app) return null;
  try {
    const { way, token, name, address_mark: addressMark } = proof;
    const found = await checkWay(context, { app, way, token, repository: name, addressMark });
    // The owner may have changed the links since: then it is another proof, which nobody has asked for.
    const changed = { problem: proofRefusals.changed, isPassing: false, isOurs: false };
    return { app, outcome: found === proof.name ? { name } : changed };
  } catch (error) {
    if (!(error instanceof ProofRefusal)) throw error;
    const { isOurs, isPassing, message: problem } = error;
    return { app, outcome: { problem, isPassing, isOurs } };
  }
}

/** When to look again without counting a failure; null if it counts. */
function withoutCounting(
  { isOurs, isPassing }: Failure,
  proof: ProofTable,
  now: number,
  isOn: boolean,
): number | null {
  if (isOurs) return now + (isOn ? soonMs : offMs);
  const lastDue = (proof.checked_at ?? proof.created_at) + recheckMs;
  return isPassing && now < lastDue + patienceMs ? now + laterMs : null;
}

function changeOf(outcome: Outcome, proof: ProofTable, now: number, isOn: boolean): ProofChange {
  if ('name' in outcome)
    return { state: 'proved', failures: 0, problem: '', checked_at: now, due_at: now + recheckMs };
  const again = withoutCounting(outcome, proof, now, isOn);
  if (again !== null) return { due_at: again };
  const failures = proof.failures + 1;
  const state = failures >= maxFailures ? 'lapsed' : proof.state;
  return { state, failures, problem: outcome.problem, due_at: now + againMs };
}

/** What the owner is told of a check; null for nothing. */
function letterOf(proof: ProofTable, change: ProofChange, app: AppTable, siteUrl: string): Letter | null {
  const about = { app: app.name, name: proof.name, page: proofPage(siteUrl, app.name_id) };
  const { failures = proof.failures, problem = '', due_at: next } = change;
  if (change.checked_at !== undefined) return proof.state === 'lapsed' ? proofLetters.returned(about) : null;
  if (failures === proof.failures || proof.state === 'lapsed') return null;
  if (change.state === 'lapsed') return proofLetters.lapsed(about, problem);
  return proofLetters.failed(about, problem, maxFailures - failures, next ?? 0);
}

const hasOtherLinks = (row: AppTable, { playstoreLink, website }: CheckedApp): boolean =>
  row.website !== website || row.playstore_link !== playstoreLink;

async function recheck(context: ProofsContext, proof: ProofTable, until: number): Promise<void> {
  const { clock, db, outbound, siteUrl } = context;
  const found = await look(context, proof);
  await db.write(async (trx) => {
    const now = clock();
    const app = await lockListing(trx, db.engine, proof.app_id);
    // A removed listing is left alone until it is back.
    if (!app || found === null) {
      await settleClaim(trx, { id: proof.id, until }, { due_at: now + recheckMs });
      return;
    }
    // Threat: an owner whose own site answers slowly, and who puts the badge beside another link meanwhile.
    if (hasOtherLinks(app, found.app)) {
      await settleClaim(trx, { id: proof.id, until }, { due_at: now + soonMs });
      return;
    }
    const change = changeOf(found.outcome, proof, now, outbound.isOn);
    if (!(await settleClaim(trx, { id: proof.id, until }, change))) return;
    if (app.owner_id !== proof.user_id) return;
    if (change.checked_at !== undefined) await showBadge(context, trx, app, proof);
    else if (change.state === 'lapsed' && app.proof_name === proof.name) await hideBadge(context, trx, app);
    const letter = letterOf(proof, change, app, siteUrl);
    const owner = letter && (await findAccount(readingIn(trx), app.owner_id));
    if (letter && owner) await enqueueMail(trx, composeMail(owner, letter), now);
  });
}

/** A worker that checks due proofs, one after the other. */
export function createRechecks(context: ProofsContext): Worker {
  const { clock, db, log } = context;
  const next = async (): Promise<boolean> => {
    const now = clock();
    const until = now + leaseMs;
    const proof = await claimDueProof(db, { now, until });
    if (!proof) return false;
    await recheck(context, proof, until);
    return true;
  };
  return createWorker(next, (error) => log?.error('A proof could not be checked', { error }));
}

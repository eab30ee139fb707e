// Checks proofs again every 30 days. Nodes share the work by claiming rows, as they share the outbox.
import { dayMs } from '../../shared/text/days.ts';
import { proofRefusals } from '../../shared/schemas/proofs.ts';
import { composeMail, findAccount, type Letter } from '../accounts/index.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import { lockListing } from '../apps/find-app.ts';
import { hasRow } from '../platform/db/statements.ts';
import { readingIn } from '../platform/db/database.ts';
import type { AppTable, ProofTable } from '../platform/db/schema.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { createWorker, type Worker } from '../platform/worker.ts';
import { proofLetters, proofPage } from './mails.ts';
import { hideBadge, recheckMs, showBadge, type ProofChange, type ProofsContext } from './store-proof.ts';
import { checkWay, ProofRefusal, type CheckedApp } from './ways.ts';

/** After this time another process may check the proof of one that died. */
const leaseMs = 120_000;
/** After a failure, and after a lapse. */
const againMs = dayMs;
/** After a reason that passes, such as a pause between two requests to a host. */
const soonMs = 30_000;
/** After a day on which this server opens no connections. */
const offMs = dayMs;
/** A proof lapses with this failure. */
const maxFailures = 3;

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
  const row = await findListingRowBy(context.db.read, 'id', proof.app_id);
  // A removed listing is left alone until it is back.
  if (!row || row.state === 'removed') return null;
  const app = { nameId: row.name_id, website: row.website, playstore_link: row.playstore_link };
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

async function recheck(context: ProofsContext, proof: ProofTable, until: number): Promise<void> {
  const { clock, db, outbound, siteUrl } = context;
  const found = await look(context, proof);
  await db.write(async (trx) => {
    const now = clock();
    const app = await lockListing(trx, db.engine, proof.app_id);
    // Threat: an owner whose own site answers slowly, and who puts the badge beside another link meanwhile.
    const isOther = app?.website !== found?.app.website || app?.playstore_link !== found?.app.playstore_link;
    const change: ProofChange =
      !app || !found
        ? { due_at: now + recheckMs }
        : isOther
          ? { due_at: now + soonMs }
          : changeOf(found.outcome, proof, now, outbound.isOn);
    // Another process may have taken it over.
    const claimed = trx
      .updateTable('proofs')
      .set(change)
      .where('id', '=', proof.id)
      .where('due_at', '=', until);
    if (!(await hasRow(claimed.returning('id')))) return;
    if (!app || app.owner_id !== proof.user_id) return;
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
    // Claimed by moving the instant, so that no other process finds it due.
    const proof = await db.write((trx) =>
      trx
        .updateTable('proofs')
        .set({ due_at: until })
        .where('due_at', '<=', now)
        .where('id', '=', (eb) =>
          eb
            .selectFrom('proofs')
            .select('proofs.id')
            .where('due_at', '<=', now)
            .orderBy('due_at')
            .limit(1)
            .$if(db.engine.name === 'postgres', (query) => query.forUpdate().skipLocked()),
        )
        .returningAll()
        .executeTakeFirst(),
    );
    if (proof) await recheck(context, proof, until);
    return proof !== undefined;
  };
  return createWorker(next, (error) => log?.error('A proof could not be checked', { error }));
}

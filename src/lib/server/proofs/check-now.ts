// 'Check now': looks for a proof while a person waits, and stores what was found.
import { timingSafeEqual } from 'node:crypto';
import { composeToAddress, hashCode, newCode, type Caller } from '../accounts/index.ts';
import { existingApp, lockListing, requireVerified } from '../apps/find-app.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { RateRule } from '../platform/quotas/rate-limit.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { proofLetters, proofPage } from './mails.ts';
import {
  findProof,
  openClaim,
  putProof,
  recheckMs,
  showBadge,
  type ProofsContext,
  type ProofKey,
} from './store-proof.ts';
import { ProofRefusal, checkWay, developerAddress, markOfAddress, playIdOf, tokenOf } from './ways.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { proofCodeMinutes, type CheckProof, proofRefusals } from '../../shared/schemas/proofs.ts';
import { messages } from '../../shared/text/messages.ts';

const codeTries = 5;
const pauseSeconds = 5;

/** @throws AppError 404, 403 for an unverified account, 400 with what is wrong, 429 where a site was asked just now */
export async function checkNow(
  context: ProofsContext,
  caller: Caller,
  idOrNameId: string,
  form: CheckProof,
): Promise<void> {
  requireVerified(caller);
  const app = await existingApp(unrecordedReader(context.db), caller, idOrNameId);
  const key = { appId: app.id, userId: caller.userId };
  const present = await findProof(context.db.read, key);
  if (present?.state === 'blocked') throw new AppError(403, proofRefusals.blocked);
  const token = present?.token ?? tokenOf(context.secret, key);
  try {
    if (form.way === 'store' && !form.code) {
      await mailCode(context, app, key, token);
      return;
    }
    const addressMark = form.way === 'store' ? await enterCode(context, key, form.code ?? '') : '';
    const checked = { app, way: form.way, token, repository: form.repository ?? '', addressMark };
    const name = await checkWay(context, checked);
    await store(context, { app, key, form, token, addressMark, name });
  } catch (error) {
    if (!(error instanceof ProofRefusal)) throw error;
    const { message } = error;
    // Only where the check needed to go out: another fault of the form is told although going out is turned off.
    if (error.isPassing && !context.outbound.isOn) throw new AppError(503, message);
    if (error.isPassing) throw new AppError(429, message, {}, pauseSeconds);
    throw new AppError(400, message, { [form.way]: message });
  }
}

/** Mails a code to the address that the listing at the store publishes; not to one that somebody typed. */
async function mailCode(
  context: ProofsContext,
  app: AppListing,
  key: ProofKey,
  token: string,
): Promise<void> {
  const { clock, db, outbound, secret, siteUrl } = context;
  const id = playIdOf(app.playstore_link);
  const address = await developerAddress(outbound, id);
  const mark = markOfAddress(address);
  const limited = [rules.codesOfAccount, `${key.userId}:${mark}`] as const;
  await count(context, proofRefusals.codesOfDay, limited, [rules.codesOfAddress, mark]);
  const code = newCode();
  await db.write(async (trx) => {
    const now = clock();
    const present = await findProof(trx, key);
    // Staff may have blocked it while the store was asked.
    if (present?.state === 'blocked') throw new AppError(403, proofRefusals.blocked);
    const isProved = present?.state === 'proved' || present?.state === 'lapsed';
    await putProof(
      trx,
      key,
      {
        state: isProved ? present.state : 'waiting',
        way: isProved ? present.way : 'store',
        token,
        // Kept beside the mark of a proof that stands until the code is entered.
        code_hash: `${hashCode(code, `proof:${key.appId}:${key.userId}`, secret)} ${mark}`,
        code_until: now + proofCodeMinutes * 60_000,
        code_tries: 0,
      },
      now,
    );
    const about = { id, page: proofPage(siteUrl, app.id, app.owner.id === key.userId) };
    await enqueueMail(trx, composeToAddress(address, proofLetters.code(code, about)), now);
  });
}

/** @returns the mark of the address that the code was mailed to. @throws ProofRefusal */
async function enterCode({ clock, db, secret }: ProofsContext, key: ProofKey, code: string): Promise<string> {
  // The try counts also where the code is wrong.
  const row = await db.write((trx) =>
    trx
      .updateTable('proofs')
      .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
      .where('app_id', '=', key.appId)
      .where('user_id', '=', key.userId)
      .where('code_hash', '!=', '')
      .where('code_until', '>', clock())
      .where('code_tries', '<', codeTries)
      .returning('code_hash')
      .executeTakeFirst(),
  );
  if (!row) throw new ProofRefusal(proofRefusals.codeExpired);
  const [expected = '', mark = ''] = row.code_hash.split(' ');
  const given = hashCode(code, `proof:${key.appId}:${key.userId}`, secret);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected)))
    throw new ProofRefusal(proofRefusals.wrongCode);
  return mark;
}

interface Found {
  app: AppListing;
  key: ProofKey;
  form: CheckProof;
  token: string;
  addressMark: string;
  name: string;
}

async function store(context: ProofsContext, found: Found): Promise<void> {
  const { app, key, form, token, addressMark, name } = found;
  const { clock, db } = context;
  if (app.owner.id !== key.userId && !(await findProof(db.read, key))?.case_number)
    await count(context, proofRefusals.claimsOfDay, [rules.claims, key.userId]);
  await db.write(async (trx) => {
    const now = clock();
    const row = await lockListing(trx, db.engine, key.appId);
    if (!row || row.state === 'removed') throw new AppError(404, messages.app.missing);
    if (row.website !== app.website || row.playstore_link !== app.playstore_link)
      throw new ProofRefusal(proofRefusals.changed);
    const present = await findProof(trx, key);
    if (present?.state === 'blocked') throw new AppError(403, proofRefusals.blocked);
    const isOwner = row.owner_id === key.userId;
    const { way } = form;
    // Kept also for who got the listing by the claim: staff must not decide about their own (moderation/cases.ts).
    const caseNumber =
      present?.case_number ??
      (isOwner ? null : await openClaim(context, trx, row, { userId: key.userId, way, name }));
    const proof = {
      ...({ state: 'proved', way, name, token, address_mark: addressMark, case_number: caseNumber } as const),
      ...{ code_hash: '', code_until: null, failures: 0, problem: '' },
    };
    await putProof(trx, key, { ...proof, checked_at: now, due_at: now + recheckMs }, now);
    if (isOwner) await showBadge(context, trx, row, { name, way: form.way });
    else noteChanged(dataKey.moderation);
  });
}

// Limits beside the quota of checks. Threats: the developer of a Play listing who is flooded with codes, and staff who
// are flooded with claims.

const day = 24 * 3600;

const rules = {
  /** Codes for one address that one account requests, and that all request. */
  codesOfAccount: { name: 'proof-codes-account', hits: 4, windowSeconds: day },
  codesOfAddress: { name: 'proof-codes-address', hits: 12, windowSeconds: day },
  /** Listings of others that one account claims. */
  claims: { name: 'proof-claims', hits: 5, windowSeconds: day },
} as const satisfies Record<string, RateRule>;

type Counted = readonly [rule: RateRule, subject: string];

/** @throws AppError 429 */
async function count({ limiter }: ProofsContext, sentence: string, ...counted: Counted[]): Promise<void> {
  const seconds = await limiter.take(...counted);
  if (seconds !== null) throw new AppError(429, sentence, {}, seconds);
}

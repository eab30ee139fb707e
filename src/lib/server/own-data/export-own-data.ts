// An export of oneself: a small account's ZIP is the answer to the request; a large one's is collected by a job and
// fetched later.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { messages } from '../../shared/text/messages.ts';
import type { Caller, Client } from '../accounts/index.ts';
import { countAllApps, countAppsUpTo } from '../apps/index.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueJob, findJob, storeResult, type Job } from '../platform/jobs/jobs.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { collectChunk, textBegin, type TextPlace } from './collect-chunk.ts';
import type { OwnDataContext } from './context.ts';
import { stateOfPlace } from './export-job.ts';
import { readParts, readPictures } from './export-parts.ts';
import { packOwnData, type PackedPicture } from './pack-own-data.ts';

/** From so many apps on the answer is not the ZIP. */
export const largeAccount = 200;

/** How long a large export can be fetched. */
export const exportKeptMs = 24 * 3_600_000;

/** How long a download may be begun once the password was entered. */
const tokenMs = 10 * 60_000;

/** Rows that are read at a time for a ZIP that is the answer. */
const rowsAtOnce = 10;

export interface ExportState {
  state: 'none' | 'working' | 'ready';
  /** Apps that have been collected, of so many. */
  done: number;
  total: number;
  /** Until when it can be fetched; milliseconds since 1970. */
  until: number | null;
}

export type StartedExport =
  | { kind: 'zip'; zip: Readable }
  /** `token` fetches what is ready. */
  | { kind: 'state'; state: ExportState; token: string | null };

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

const untilOf = ({ finishedAt }: Job): number | null =>
  finishedAt === null ? null : finishedAt + exportKeptMs;

function stateOf(job: Job | null): ExportState {
  if (!job) return { state: 'none', done: 0, total: 0, until: null };
  const { done, total, finishedAt } = job;
  return { state: finishedAt === null ? 'working' : 'ready', done, total, until: untilOf(job) };
}

/** The export that there is, unless its time is over. */
async function findExport({ db, clock }: OwnDataContext, userId: string): Promise<Job | null> {
  const job = await findJob(db.read, userId, 'export');
  return job && (untilOf(job) ?? Infinity) > clock() ? job : null;
}

export async function findExportState(context: OwnDataContext, { userId }: Caller): Promise<ExportState> {
  return stateOf(await findExport(context, userId));
}

/** Accounts whose ZIP is being read by somebody at this moment: one at a time. */
const underWay = new Set<string>();

function streamSmall(context: OwnDataContext, userId: string): Readable {
  const pictures: PackedPicture[] = [];
  async function* text(): AsyncGenerator<string> {
    for (let place: TextPlace | null = textBegin; place;) {
      const chunk = await collectChunk(context, { userId, names: 'by-app' }, place, rowsAtOnce);
      pictures.push(...chunk.pictures);
      yield chunk.text;
      place = chunk.next;
      // SQLite answers at once: others get their turn.
      await setImmediate();
    }
  }
  const zip = packOwnData(context, text(), pictures);
  zip.once('close', () => underWay.delete(userId));
  return zip;
}

/** Gives out a token for what is ready; the one before is void. */
async function issueToken({ db, clock }: OwnDataContext, { id }: Job): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const state = { token: digest(token), until: clock() + tokenMs };
  await db.write((trx) => storeResult(trx, id, state));
  return token;
}

/**
 * Begins an export, or says how far the one is that there is.
 * @throws AppError 400 when the password is not the caller's, 403 before verification, 429 after too many
 */
export async function startExport(
  context: OwnDataContext,
  { userId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<StartedExport> {
  const { accounts, audit, clock, db, limiter, wakeJobs } = context;
  if (!isVerified) throw new AppError(403, messages.profile.verifyFirst);
  await accounts.confirmPassword(userId, password, client);
  const existing = await findExport(context, userId);
  if (existing) {
    const token = existing.finishedAt === null ? null : await issueToken(context, existing);
    return { kind: 'state', state: stateOf(existing), token };
  }
  if (underWay.has(userId)) throw new AppError(429, messages.ownData.underWay, {}, 10);
  // Before anything is waited for: of two requests that come together one is told to wait.
  underWay.add(userId);
  const charge = { quota: quotas.exports };
  const answer = { isStreaming: false };
  try {
    return await limiter.charging([charge], { account: userId, client }, async (): Promise<StartedExport> => {
      if ((await countAppsUpTo(db.read, userId, largeAccount)) < largeAccount) {
        await audit.note(client, 'account.exported', userId);
        answer.isStreaming = true;
        return { kind: 'zip', zip: streamSmall(context, userId) };
      }
      const total = await countAllApps(db.read, userId);
      await audit.write(client, async (trx, note) => {
        const state = stateOfPlace(textBegin, 0);
        await enqueueJob(trx, { kind: 'export', accountId: userId, state, total }, clock());
        await note('account.exported', userId);
      });
      wakeJobs();
      return { kind: 'state', state: { state: 'working', done: 0, total, until: null }, token: null };
    });
  } finally {
    if (!answer.isStreaming) underWay.delete(userId);
  }
}

/** The ZIP of an export that is ready. @throws AppError 403 without a token that was given out within ten minutes */
export async function openExport(context: OwnDataContext, userId: string, token: string): Promise<Readable> {
  const { clock, db } = context;
  const job = await findExport(context, userId);
  const { token: kept, until } = job?.state ?? {};
  const given = Buffer.from(digest(token));
  const isValid =
    typeof kept === 'string' && Number(until) > clock() && timingSafeEqual(Buffer.from(kept), given);
  if (!job || !isValid) throw new AppError(403, messages.ownData.downloadOver);
  return packOwnData(context, readParts(db.read, job.id), readPictures(db.read, job.id));
}

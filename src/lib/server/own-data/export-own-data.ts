// Exports of an account. A small account's ZIP is the answer to the request; a large one's is collected by a job and
// downloaded later.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { messages } from '../../shared/text/messages.ts';
import type { Caller, Client } from '../accounts/index.ts';
import { countAllApps, countAppsUpTo } from '../apps/index.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueJob, findJob, storeResult, type Job } from '../platform/jobs/jobs.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { retention } from '../platform/retention.ts';
import { collectChunk, textBegin, type TextPlace } from './collect-chunk.ts';
import type { OwnDataContext } from './context.ts';
import { stateOfPlace } from './export-job.ts';
import { readParts, readPictures } from './export-parts.ts';
import { packOwnData, type PackedPicture } from './pack-own-data.ts';

/** Number of apps from which on an export is collected by a job. */
export const largeAccount = 200;

/** How long a collected export can be downloaded. */
export const exportKeptMs = retention.jobs;

/** Lifetime of a download token. */
const tokenMs = 10 * 60_000;

/** Rows of a chunk of a ZIP that is sent directly. */
const streamedRows = 10;

export interface ExportState {
  state: 'none' | 'working' | 'ready';
  /** Apps that have been collected. */
  done: number;
  total: number;
  /** End of the time for a download; milliseconds since 1970. */
  until: number | null;
}

export type StartedExport =
  | { kind: 'zip'; zip: Readable }
  /** `token` lets its holder download an export that is ready. */
  | { kind: 'state'; state: ExportState; token: string | null };

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

const untilOf = ({ finishedAt }: Job): number | null =>
  finishedAt === null ? null : finishedAt + exportKeptMs;

function stateOf(job: Job | null): ExportState {
  if (!job) return { state: 'none', done: 0, total: 0, until: null };
  const { done, total, finishedAt } = job;
  return { state: finishedAt === null ? 'working' : 'ready', done, total, until: untilOf(job) };
}

/** The current export, unless it has expired. */
async function findExport({ db, clock }: OwnDataContext, userId: string): Promise<Job | null> {
  const job = await findJob(db.read, userId, 'export');
  return job && (untilOf(job) ?? Infinity) > clock() ? job : null;
}

export async function findExportState(context: OwnDataContext, { userId }: Caller): Promise<ExportState> {
  return stateOf(await findExport(context, userId));
}

/** Accounts whose ZIP is being sent; one export at a time. */
const inProgress = new Set<string>();

function streamSmall(context: OwnDataContext, userId: string): Readable {
  const pictures: PackedPicture[] = [];
  async function* text(): AsyncGenerator<string> {
    for (let place: TextPlace | null = textBegin; place;) {
      const chunk = await collectChunk(context, { userId, names: 'by-app' }, place, streamedRows);
      pictures.push(...chunk.pictures);
      yield chunk.text;
      place = chunk.next;
      // Yields to other requests, because SQLite is synchronous.
      await setImmediate();
    }
  }
  const zip = packOwnData(context, text(), pictures);
  zip.once('close', () => inProgress.delete(userId));
  return zip;
}

/** Issues a download token, which replaces the one before. */
async function issueToken({ db, clock }: OwnDataContext, { id }: Job): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const state = { token: digest(token), until: clock() + tokenMs };
  await db.write((trx) => storeResult(trx, id, state));
  return token;
}

/**
 * Begins an export, or returns the state of the current one.
 * @throws AppError 400 for a wrong password, 403 before verification, 429
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
  if (inProgress.has(userId)) throw new AppError(429, messages.ownData.underWay, {}, 10);
  // Added without an await in between, so that one of two simultaneous requests is refused.
  inProgress.add(userId);
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
    if (!answer.isStreaming) inProgress.delete(userId);
  }
}

/** The ZIP of an export that is ready. @throws AppError 403 without a valid token */
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

// Quotas of the routes that change something (platform/quotas/quotas.ts). They are spent before a body is read, so that
// what is refused costs neither memory nor disk.
import type { Context } from 'hono';
import { limits } from '../../../shared/schemas/limits.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { Caller } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { quotas, type QuotaName } from '../../platform/quotas/quotas.ts';
import type { Charge, GiveBack, Spender } from '../../platform/quotas/rate-limit.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, ApiEnv } from '../router.ts';
import { withUpload } from './upload.ts';

type Limiter = Pick<Services, 'limiter'>;

/** More than all texts of a profile take; a larger body holds a picture. */
const textsOfProfile = 64 * 1024;

const spenderOf = ({ userId, client }: Caller): Spender => ({ account: userId, client });

/** @throws AppError 429 before the work began */
export async function withAllowance<Result>(
  { limiter }: Limiter,
  caller: Caller,
  names: readonly QuotaName[],
  work: () => Promise<Result>,
): Promise<Result> {
  const charges = names.map((name) => ({ quota: quotas[name] }));
  return await limiter.charging(charges, spenderOf(caller), work);
}

/**
 * As `withUpload`. A multipart body costs the bytes that it says it has; one that does not say costs the most that is
 * allowed, and gets back what it did not have.
 * @param work may give back what it turned out not to need
 * @throws AppError 429 before the body is read
 */
export async function withUploadAllowance<Result>(
  c: Context<ApiEnv>,
  { bodies }: Pick<ApiContext, 'bodies'>,
  caller: Caller,
  names: readonly QuotaName[],
  work: (upload: Upload, giveBack: GiveBack) => Promise<Result>,
): Promise<Result> {
  const { limiter } = c.var.services;
  const kib = kibOf(c);
  const charges: Charge[] = names.map((name) => ({ quota: quotas[name] }));
  if (kib > 0) charges.push({ quota: quotas.pictures, cost: kib });
  return await limiter.charging(charges, spenderOf(caller), (giveBack) =>
    withUpload(c, bodies, async (upload) => {
      const unused = c.req.header('content-length') === undefined ? kib - kibOfFiles(upload) : 0;
      const result = await work(upload, giveBack);
      // After the work: what that refuses is given back as a whole.
      if (unused > 0) await giveBack(quotas.pictures, unused);
      return result;
    }),
  );
}

/** A picture is not for an account whose address is not proved. @throws AppError 403 */
export function refuseUnverifiedPicture(c: Context, caller: Caller): void {
  const isDeclared = c.req.header('content-length') !== undefined;
  // One that does not say how long it is may be short; what it holds is looked at once it is there.
  if (caller.isVerified || !isDeclared || kibOf(c) <= textsOfProfile / 1024) return;
  throw new AppError(403, messages.profile.verifyFirst);
}

/** KiB of a body that can hold pictures; 0 for any other. */
function kibOf(c: Context): number {
  const type = c.req.header('content-type')?.toLowerCase() ?? '';
  if (!type.startsWith('multipart/form-data')) return 0;
  const bytes = Number(c.req.header('content-length') ?? limits.requestBytes);
  return Math.ceil(Math.min(bytes, limits.requestBytes) / 1024);
}

function kibOfFiles({ files }: Upload): number {
  const bytes = Object.values(files).flatMap((list) => list.map(({ size }) => size));
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1024);
}

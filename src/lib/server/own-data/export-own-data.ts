// The export of an account: a ZIP that is made while it is sent.
import type { Readable } from 'node:stream';
import { messages } from '../../shared/text/messages.ts';
import type { Caller, Client } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { collectText } from './collect-text.ts';
import type { OwnDataContext } from './context.ts';
import { packOwnData, type PackedPicture } from './pack-own-data.ts';

/** Accounts whose ZIP is being sent; one export at a time. */
const inProgress = new Set<string>();

/** @throws AppError 400 for a wrong password, 403 before verification, 429 */
export async function exportOwnData(
  context: OwnDataContext,
  { userId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<Readable> {
  const { accounts, audit, limiter } = context;
  if (!isVerified) throw new AppError(403, messages.profile.verifyFirst);
  await accounts.confirmPassword(userId, password, client);
  if (inProgress.has(userId)) throw new AppError(429, messages.ownData.underWay, {}, 10);
  // Added without an await in between, so that one of two simultaneous requests is refused.
  inProgress.add(userId);
  try {
    return await limiter.charging([{ quota: quotas.exports }], { account: userId, client }, async () => {
      await audit.note(client, 'account.exported', userId);
      const pictures: PackedPicture[] = [];
      const zip = packOwnData(context, collectText(context, userId, pictures), pictures);
      return zip.once('close', () => inProgress.delete(userId));
    });
  } catch (error) {
    inProgress.delete(userId);
    throw error;
  }
}

import { createTokenSigner } from './sessions/access-tokens.ts';
import { askReset, type AskedReset } from './passwords/ask-reset.ts';
import { authenticate, type Caller } from './sessions/authenticate.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { changePassword } from './passwords/change-password.ts';
import { confirmPassword } from './passwords/confirm-password.ts';
import { sweepCodes } from './codes/code-queries.ts';
import type { AccountsContext, Client } from './context.ts';
import { createSampleOwner, type SampleOwner } from './create-sample-owner.ts';
import { endOwnSessions } from './sessions/end-own-sessions.ts';
import { isHashingBusy } from './passwords/hash-in-turn.ts';
import { sweepKnownDevices } from './sessions/known-device-queries.ts';
import { listOwnSessions } from './sessions/list-own-sessions.ts';
import { logIn } from './sessions/log-in.ts';
import { createMails, type Recipient } from './mails.ts';
import { fullHashCost, generatePassword, type HashCost } from './passwords/passwords.ts';
import { endSession, refreshSession } from './sessions/refresh-session.ts';
import { setPassword, verifyResetCode, type AllowedReset } from './passwords/reset-password.ts';
import { newDeviceToken, openDeviceToken } from './secrets.ts';
import { resendCode } from './codes/resend-code.ts';
import { sweepSomePendings } from './sign-up/pending-queries.ts';
import { sweepSessions } from './sessions/session-queries.ts';
import { signUp, type SignedUp } from './sign-up/sign-up.ts';
import { verifyAccount, type Verified } from './codes/verify-account.ts';

export { findAccount, findAccountByEmail } from './account-queries.ts';
export { banAccount, unbanAccount } from './users/ban-writes.ts';
export {
  findHandleOwner,
  findOldHandles,
  findUserIdOfHandle,
  freeHandles,
  heldHandles,
  isHandleTaken,
  keepOldHandle,
  releaseHandle,
  releaseOldHandle,
  removeOldHandles,
} from './users/handle-queries.ts';
export { publicUsers } from './users/public-user-queries.ts';
export {
  countUserViews,
  existingUserIds,
  findAnyUser,
  findBannedUsers,
  findPublicOwners,
  findPublicUser,
  findUserNames,
  hasAnyUser,
  isAccountThere,
  isPictureOfPublicUser,
  lockOpenOwner,
  type OwnerRow,
} from './users/user-queries.ts';
export {
  addUserViews,
  changeUser,
  closeAccount,
  lockClosedUser,
  lockUser,
  removeUser,
} from './users/user-writes.ts';
export { resetTokenMinutes } from './sessions/access-tokens.ts';
export { composeMail } from './mails.ts';
export { removeCodesOf } from './codes/own-code-writes.ts';
export { findSessionsOf, removeSessionsOf, removeTokensOf } from './sessions/session-queries.ts';
export { endAllSessions, endSessionsOf } from './sessions/operator-ends-sessions.ts';
export type { AllowedReset, AskedReset, Caller, Client, HashCost, SampleOwner, SignedUp, Verified };
export type Accounts = ReturnType<typeof createAccounts>;

/** Bound to their context, every use case takes what is left of its parameters. */
type Rest<Case> = Case extends (context: AccountsContext, ...rest: infer Rest) => unknown ? Rest : never;

/** Every request of such a person would say the same. */
function warnOnce({ log, siteUrl }: Pick<AccountsContext, 'log' | 'siteUrl'>): () => void {
  let warned = false;
  return () => {
    if (!warned)
      log?.warn('A login for another SITE_URL was refused: give every node the same one', { siteUrl });
    warned = true;
  };
}

type Given = Omit<AccountsContext, 'tokens' | 'mails' | 'hashCost'> & {
  /** What hashing a new password costs; as much as guessing it should where left out. */
  hashCost?: HashCost | undefined;
};

export function createAccounts(given: Given) {
  const context: AccountsContext = {
    ...given,
    hashCost: given.hashCost ?? fullHashCost,
    tokens: createTokenSigner({
      secret: given.secret,
      clock: given.clock,
      audience: given.siteUrl,
      onOtherAudience: warnOnce(given),
    }),
    mails: createMails(given.siteUrl, given.contactEmail),
  };
  return {
    askReset: (...rest: Rest<typeof askReset>) => askReset(context, ...rest),
    authenticate: (...rest: Rest<typeof authenticate>) => authenticate(context, ...rest),
    changePassword: (...rest: Rest<typeof changePassword>) => changePassword(context, ...rest),
    confirmPassword: (...rest: Rest<typeof confirmPassword>) => confirmPassword(context, ...rest),
    createSampleOwner: (owner: SampleOwner) => createSampleOwner(context.db, context.clock, owner),
    endOwnSessions: (...rest: Rest<typeof endOwnSessions>) => endOwnSessions(context, ...rest),
    endSession: (...rest: Rest<typeof endSession>) => endSession(context, ...rest),
    generatePassword,
    newDeviceToken,
    openDeviceToken,
    /** Whether so many wait for a password to be hashed that a login is refused. */
    isBusy: isHashingBusy,
    /** Whether we signed this access token and it is not over; whether its session lives, `authenticate` says. */
    isAccessToken: async (token: string) => (await context.tokens.openAccess(token)) !== null,
    listOwnSessions: (...rest: Rest<typeof listOwnSessions>) => listOwnSessions(context, ...rest),
    logIn: (...rest: Rest<typeof logIn>) => logIn(context, ...rest),
    /** Tells whose account was deleted, in the transaction that removes its last row. */
    async mailDeletion(trx: WriteDb, recipient: Recipient): Promise<void> {
      await enqueueMail(trx, context.mails.accountDeleted(recipient), context.clock());
    },
    /** Tells that an export can be fetched, in the transaction that completes it. */
    async mailExport(trx: WriteDb, recipient: Recipient, path: string): Promise<void> {
      await enqueueMail(trx, context.mails.exportReady(recipient, path), context.clock());
    },
    refreshSession: (...rest: Rest<typeof refreshSession>) => refreshSession(context, ...rest),
    resendCode: (...rest: Rest<typeof resendCode>) => resendCode(context, ...rest),
    setPassword: (...rest: Rest<typeof setPassword>) => setPassword(context, ...rest),
    signUp: (...rest: Rest<typeof signUp>) => signUp(context, ...rest),
    /** Forgets sessions, codes, known devices and pending accounts that are over. */
    async sweep(): Promise<void> {
      const { db, clock } = context;
      await sweepSessions(db, clock());
      await sweepCodes(db, clock());
      await sweepKnownDevices(db, clock());
      // A few in each transaction, so that nobody waits long for the next one.
      while (await db.write((trx) => sweepSomePendings(trx, db.engine, clock())));
    },
    verifyAccount: (...rest: Rest<typeof verifyAccount>) => verifyAccount(context, ...rest),
    verifyResetCode: (...rest: Rest<typeof verifyResetCode>) => verifyResetCode(context, ...rest),
  };
}

import { enrolMinutes } from '../../shared/schemas/factors/factors.ts';
import { createTokenSigner } from './tokens.ts';
import { askReset } from './change-password.ts';
import { authenticate, type Caller } from './sessions.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { changePassword } from './change-password.ts';
import { confirmPassword } from './guesses.ts';
import { sweepCodes } from './codes.ts';
import type { AccountsContext, Client } from './context.ts';
import { createSampleOwner } from './sign-up.ts';
import { endOwnSessions } from './sessions.ts';
import { isHashingBusy } from './passwords.ts';
import { sweepKnownDevices } from './guesses.ts';
import { listOwnSessions } from './sessions.ts';
import { logIn } from './log-in.ts';
import { changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor } from './desk.ts';
import { beginPasskeyLogin } from './log-in.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  makeRecoveryCodes,
  removeAuthenticator,
} from './factors/change-factors.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './factors/change-factors.ts';
import { completeLogin } from './log-in.ts';
import { accountHasFactor } from './factors/factors.ts';
import { listFactors } from './factors/factors.ts';
import { beginProof, proveFactor } from './factors/prove-factor.ts';
import { sweepNewTotps } from './factors/factors.ts';
import { sweepChallenges } from './factors/factors.ts';
import { createMails, type Recipient } from './mails.ts';
import { fullHashCost, generatePassword, type HashCost } from './passwords.ts';
import { endSession, refreshSession } from './sessions.ts';
import { setPassword, verifyResetCode } from './change-password.ts';
import { newDeviceToken, openDeviceToken } from './tokens.ts';
import { resendCode } from './sign-up.ts';
import { sweepSomePendings } from './sign-up.ts';
import { sweepSessions } from './session-queries.ts';
import { signUp } from './sign-up.ts';
import { verifyAccount } from './sign-up.ts';

export { findAccount, findAccountByEmail, lockAccount } from './users.ts';
export { banAccount, unbanAccount } from './users.ts';
export { findAccountsOfIds, findAllAccounts, type AffectedAccount } from './desk.ts';
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
} from './handles.ts';
export { findAccountsOfMailbox } from './users.ts';
export { findMailable, markMailRefused, type Mailable } from './users.ts';
export { endWorkBefore, findWorkEnding } from './users.ts';
export { publicUsers } from './users.ts';
export {
  countUserViews,
  existingUserIds,
  findAnyUser,
  findPublicOwners,
  findPublicUser,
  findUserNames,
  hasAnyUser,
  isAccountThere,
  isPictureOfPublicUser,
  isPictureOfUser,
  isPublicUser,
  lockOpenOwner,
  type OwnerRow,
} from './users.ts';
export { addUserViews, changeUser, endAccount, lockUser, removeUser } from './users.ts';
export { countAccountsByStanding, countSignUpsSince } from './desk.ts';
export { countLiveSessions, searchAccounts, type FoundAccount } from './desk.ts';
export { grantRole, type GrantedRole } from './desk.ts';
export { findStaff } from './desk.ts';
export { resetTokenMinutes } from './tokens.ts';
export { composeMail, composeToAddress, type Letter } from './mails.ts';
export { hashCode, newCode } from './tokens.ts';
export { emailKey } from './users.ts';
export { removeCodesOf } from './codes.ts';
export { findSessionsOf } from './session-queries.ts';
export { endAllSessions, endSessionsOf } from './desk.ts';
export { operatorRemovesFactors } from './desk.ts';
export { findFactors } from './factors/factors.ts';
export type { Caller, Client, HashCost };
export type Accounts = ReturnType<typeof createAccounts>;

/** Warns once, because every request of that session would repeat it. */
function warnOnce({ log, siteUrl }: Pick<AccountsContext, 'log' | 'siteUrl'>): () => void {
  let warned = false;
  return () => {
    if (!warned)
      log?.warn('A login for another SITE_URL was refused: give every node the same one', { siteUrl });
    warned = true;
  };
}

type Options = Omit<AccountsContext, 'tokens' | 'mails' | 'hashCost'> & {
  /** Staff may change the contact address at any time, so it is read when a mail is made. */
  operator: { readonly contactEmail: string };
  /** Lower than the default for tests. */
  hashCost?: HashCost | undefined;
};

export function createAccounts(options: Options) {
  const { secret, clock, siteUrl, hashCost = fullHashCost } = options;
  const onOtherAudience = warnOnce(options);
  const context: AccountsContext = {
    ...options,
    hashCost,
    tokens: createTokenSigner({ secret, clock, audience: siteUrl, onOtherAudience }),
    mails: createMails(siteUrl, options.operator),
  };
  return {
    ...bindContext(context, {
      addPasskey,
      askReset,
      authenticate,
      beginAuthenticator,
      beginPasskey,
      beginPasskeyLogin,
      beginProof,
      changePassword,
      changeAppLimitFor,
      changeRoleFor,
      completeLogin,
      confirmAuthenticator,
      confirmPassword,
      createSampleOwner,
      endOwnSessions,
      endSession,
      endSessionsFor,
      listFactors,
      listOwnSessions,
      logIn,
      makeRecoveryCodes,
      proveFactor,
      refreshSession,
      removeAuthenticator,
      removePasskey,
      renamePasskey,
      resendCode,
      sendVerificationFor,
      setPassword,
      signUp,
      verifyAccount,
      verifyResetCode,
    }),
    generatePassword,
    clock,
    /** Whether the account has a second factor. */
    hasFactor: (userId: string) => accountHasFactor(context.db.read, userId),
    newDeviceToken,
    openDeviceToken,
    /** Whether the queue of password hashes is full, so that logins are refused. */
    isBusy: isHashingBusy,
    /** Whether the access token is signed and not expired. Only `authenticate` checks its session as well. */
    isAccessToken: async (token: string) => (await context.tokens.openAccess(token)) !== null,
    /** Enqueued in the transaction that deletes the account. */
    async mailDeletion(trx: WriteDb, recipient: Recipient): Promise<void> {
      await enqueueMail(trx, context.mails.accountDeleted(recipient), context.clock());
    },
    /** Removes expired sessions, codes, known devices and pending accounts. */
    async sweep(): Promise<void> {
      const { db, clock } = context;
      await sweepSessions(db, clock());
      await sweepCodes(db, clock());
      await sweepChallenges(db, clock());
      await sweepNewTotps(db, clock() - enrolMinutes * 60_000);
      await sweepKnownDevices(db, clock());
      // A few in each transaction, so that other writers do not wait long.
      while (await db.write((trx) => sweepSomePendings(trx, db.engine, clock())));
    },
  };
}

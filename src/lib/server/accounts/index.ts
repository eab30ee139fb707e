import type { WriteDb } from '../platform/db/database.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { askReset, changePassword, setPassword, verifyResetCode } from './change-password.ts';
import { sweepCodes } from './codes.ts';
import type { AccountsContext } from './context.ts';
import { changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor } from './desk.ts';
import * as factorChanges from './factors/change-factors.ts';
import { accountHasFactor, listFactors, sweepFactors } from './factors/factors.ts';
import { beginProof, proveFactor } from './factors/prove-factor.ts';
import { confirmPassword, sweepKnownDevices } from './guesses.ts';
import { beginPasskeyLogin, completeLogin, logIn } from './log-in.ts';
import { createMails, type Recipient } from './mails.ts';
import { fullHashCost, generatePassword, isHashingBusy, type HashCost } from './passwords.ts';
import { sweepSessions } from './session-queries.ts';
import { authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession } from './sessions.ts';
import { createSampleOwner, resendCode, signUp, sweepPendings, verifyAccount } from './sign-up.ts';
import { createTokenSigner, newDeviceToken, openDeviceToken } from './tokens.ts';

export { hashCode, newCode, removeCodesOf } from './codes.ts';
export type { Client } from '../platform/security/client.ts';
export {
  countAccountsByStanding,
  countLiveSessions,
  countSignUpsSince,
  endAllSessions,
  endSessionsOf,
  findAccountsOfIds,
  findAllAccounts,
  findStaff,
  grantRole,
  operatorRemovesFactors,
  searchAccounts,
  type AffectedAccount,
  type FoundAccount,
  type GrantedRole,
} from './desk.ts';
export { findFactors } from './factors/factors.ts';
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
export { composeMail, composeToAddress, type Letter } from './mails.ts';
export type { HashCost } from './passwords.ts';
export { findSessionsOf } from './session-queries.ts';
export type { Caller } from './sessions.ts';
export { resetTokenMinutes } from './tokens.ts';
export {
  addUserViews,
  banAccount,
  changeUser,
  emailKey,
  endAccount,
  endWorkBefore,
  existingUserIds,
  findAccount,
  findAccountByEmail,
  findAccountsOfMailbox,
  findAnyUser,
  findMailable,
  findPublicOwners,
  findPublicUser,
  findUserNames,
  findWorkEnding,
  hasAnyUser,
  isPictureOfPublicUser,
  isPictureOfUser,
  isPublicUser,
  lockAccount,
  lockOpenOwner,
  lockUser,
  markMailRefused,
  publicUsers,
  removeUser,
  unbanAccount,
  type Mailable,
  type OwnerRow,
} from './users.ts';
export type Accounts = ReturnType<typeof createAccounts>;

type Options = Omit<AccountsContext, 'tokens' | 'mails' | 'hashCost'> & {
  /** Staff may change the contact address at any time, so it is read when a mail is made. */
  operator: { readonly contactEmail: string };
  /** Lower than the default for tests. */
  hashCost?: HashCost | undefined;
};

export function createAccounts(options: Options) {
  const { log, siteUrl, hashCost = fullHashCost } = options;
  let hasWarned = false;
  /** Warns once, because every request of that session would repeat it. */
  function onOtherAudience(): void {
    if (!hasWarned)
      log?.warn('A login for another SITE_URL was refused: give every node the same one', { siteUrl });
    hasWarned = true;
  }
  const context: AccountsContext = {
    ...options,
    hashCost,
    tokens: createTokenSigner({ ...options, audience: siteUrl, onOtherAudience }),
    mails: createMails(siteUrl, options.operator),
  };
  return {
    ...bindContext(context, {
      ...factorChanges,
      askReset,
      authenticate,
      beginPasskeyLogin,
      beginProof,
      changePassword,
      changeAppLimitFor,
      changeRoleFor,
      completeLogin,
      confirmPassword,
      createSampleOwner,
      endOwnSessions,
      endSession,
      endSessionsFor,
      listFactors,
      listOwnSessions,
      logIn,
      proveFactor,
      refreshSession,
      resendCode,
      sendVerificationFor,
      setPassword,
      signUp,
      verifyAccount,
      verifyResetCode,
    }),
    generatePassword,
    clock: options.clock,
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
    /** Removes expired sessions, codes, challenges, known devices and pending accounts. */
    async sweep(): Promise<void> {
      await sweepSessions(context);
      await sweepCodes(context);
      await sweepFactors(context);
      await sweepKnownDevices(context);
      await sweepPendings(context);
    },
  };
}

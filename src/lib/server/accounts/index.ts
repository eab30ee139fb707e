import { bindContext } from '../platform/reads/slices.ts';
import { askReset, changePassword, setPassword, verifyResetCode } from './change-password.ts';
import { sweepCodes } from './codes.ts';
import type { Context } from '../context.ts';
import { changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor } from './desk.ts';
import * as factorChanges from './factors/change-factors.ts';
import { accountHasFactor, listFactors, sweepFactors } from './factors/factors.ts';
import { beginProof, proveFactor } from './factors/prove-factor.ts';
import { sweepKnownDevices } from './guesses.ts';
import { beginPasskeyLogin, completeLogin, logIn } from './log-in.ts';
import { generatePassword, isHashingBusy } from './passwords.ts';
import { sweepSessions } from './session-queries.ts';
import { authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession } from './sessions.ts';
import { createSampleOwner, resendCode, signUp, sweepPendings, verifyAccount } from './sign-up.ts';
import { newDeviceToken, openAccess, openDeviceToken } from './tokens.ts';

export { hashCode, newCode, removeCodesOf } from './codes.ts';
export type { Client } from '../platform/security/client.ts';
export {
  countLiveSessions,
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
  releaseHandle,
  releaseOldHandle,
} from './handles.ts';
export { confirmPassword } from './guesses.ts';
export { composeMail, composeToAddress, mailDeletion, type Letter } from './mails.ts';
export { useHashCost, type HashCost } from './passwords.ts';
export { findSessionsOf } from './session-queries.ts';
export type { Caller } from './sessions.ts';
export { resetTokenMinutes } from './tokens.ts';
export {
  addUserViews,
  banAccount,
  changeUser,
  emailKey,
  endAccount,
  existingUserIds,
  findAccount,
  findAccountByEmail,
  findAccountsOfMailbox,
  findAnyUser,
  findMailable,
  findPublicUser,
  findUserNames,
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
} from './users.ts';

export function createAccounts(context: Context) {
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
    clock: context.clock,
    /** Whether the account has a second factor. */
    hasFactor: (userId: string) => accountHasFactor(context.db.read, userId),
    newDeviceToken,
    openDeviceToken,
    /** Whether the queue of password hashes is full, so that logins are refused. */
    isBusy: isHashingBusy,
    /** Whether the access token is signed and not expired. Only `authenticate` checks its session as well. */
    isAccessToken: async (token: string) => (await openAccess(context, token)) !== null,
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

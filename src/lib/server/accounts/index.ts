import { enrolMinutes } from '../../shared/schemas/factors/factors.ts';
import { createTokenSigner } from './sessions/access-tokens.ts';
import { askReset } from './passwords/ask-reset.ts';
import { authenticate, type Caller } from './sessions/authenticate.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { changePassword } from './passwords/change-password.ts';
import { confirmPassword } from './passwords/confirm-password.ts';
import { sweepCodes } from './codes/code-queries.ts';
import type { AccountsContext, Client } from './context.ts';
import { createSampleOwner } from './create-sample-owner.ts';
import { endOwnSessions } from './sessions/end-own-sessions.ts';
import { isHashingBusy } from './passwords/hash-in-turn.ts';
import { sweepKnownDevices } from './sessions/known-device-queries.ts';
import { listOwnSessions } from './sessions/own-session-queries.ts';
import { logIn } from './sessions/log-in.ts';
import {
  changeAppLimitFor,
  changeRoleFor,
  endSessionsFor,
  sendVerificationFor,
} from './desk/act-on-account.ts';
import { beginPasskeyLogin } from './factors/begin-login.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  makeRecoveryCodes,
  removeAuthenticator,
} from './factors/change-authenticator.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './factors/change-passkeys.ts';
import { completeLogin } from './factors/complete-login.ts';
import { accountHasFactor } from './factors/factor-queries.ts';
import { listFactors } from './factors/list-factors.ts';
import { beginProof, proveFactor } from './factors/prove-factor.ts';
import { sweepNewTotps } from './factors/totp-writes.ts';
import { sweepChallenges } from './factors/factor-writes.ts';
import { createMails, type Recipient } from './mails.ts';
import { fullHashCost, generatePassword, type HashCost } from './passwords/passwords.ts';
import { endSession, refreshSession } from './sessions/refresh-session.ts';
import { setPassword, verifyResetCode } from './passwords/reset-password.ts';
import { newDeviceToken, openDeviceToken } from './secrets.ts';
import { resendCode } from './codes/resend-code.ts';
import { sweepSomePendings } from './sign-up/pending-queries.ts';
import { sweepSessions } from './sessions/session-queries.ts';
import { signUp } from './sign-up/sign-up.ts';
import { verifyAccount } from './codes/verify-account.ts';

export { findAccount, findAccountByEmail, lockAccount } from './account-queries.ts';
export { banAccount, unbanAccount } from './users/ban-writes.ts';
export {
  findAccountsOfIds,
  findAllAccounts,
  type AffectedAccount,
} from './users/affected-account-queries.ts';
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
} from './users/handle-queries.ts';
export { findAccountsOfMailbox } from './users/mailbox-queries.ts';
export { findMailable, markMailRefused, type Mailable } from './users/mailable-queries.ts';
export { endWorkBefore, findWorkEnding } from './users/work-queries.ts';
export { publicUsers } from './users/public-user-queries.ts';
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
} from './users/user-queries.ts';
export { addUserViews, changeUser, endAccount, lockUser, removeUser } from './users/user-writes.ts';
export { countAccountsByStanding, countSignUpsSince } from './desk/account-count-queries.ts';
export { countLiveSessions, searchAccounts, type FoundAccount } from './desk/desk-account-queries.ts';
export { grantRole, type GrantedRole } from './roles/grant-role.ts';
export { findStaff } from './roles/role-writes.ts';
export { resetTokenMinutes } from './sessions/access-tokens.ts';
export { composeMail, composeToAddress, type Letter } from './mails.ts';
export { hashCode, newCode } from './secrets.ts';
export { emailKey } from './account-queries.ts';
export { removeCodesOf } from './codes/code-queries.ts';
export { findSessionsOf } from './sessions/session-queries.ts';
export { endAllSessions, endSessionsOf } from './sessions/operator-ends-sessions.ts';
export { operatorRemovesFactors } from './factors/operator-removes-factors.ts';
export { findFactors } from './factors/list-factors.ts';
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

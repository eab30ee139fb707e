import type { Context } from '../context.ts';
import { removeUntil } from '../platform/db/statements.ts';
import { bindContext } from '../platform/reads/slices.ts';
import * as passwordChanges from './change-password.ts';
import { changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor } from './desk.ts';
import * as factorChanges from './factors/change-factors.ts';
import { accountHasFactor, listFactors, sweepFactors } from './factors/factors.ts';
import { beginProof, proveFactor } from './factors/prove-factor.ts';
import { sweepKnownDevices } from './guesses.ts';
import * as logins from './log-in.ts';
import { generatePassword, isHashingBusy } from './passwords.ts';
import { sweepSessions } from './session-queries.ts';
import { authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession } from './sessions.ts';
import { createSampleOwner, resendCode, signUp, sweepPendings, verifyAccount } from './sign-up.ts';
import { newToken, openAccess, openDeviceToken } from './tokens.ts';

export function createAccounts(context: Context) {
  return {
    ...bindContext(context, {
      ...factorChanges,
      ...logins,
      ...passwordChanges,
      ...{ createSampleOwner, resendCode, signUp, verifyAccount },
      ...{ authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession },
      ...{ changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor },
      ...{ beginProof, listFactors, proveFactor },
    }),
    generatePassword,
    clock: context.clock,
    /** Whether the account has a second factor. */
    hasFactor: (userId: string) => accountHasFactor(context.db.read, userId),
    newToken,
    openDeviceToken,
    /** Whether the queue of password hashes is full, so that logins are refused. */
    isBusy: isHashingBusy,
    /** Whether the access token is signed and not expired. Only `authenticate` checks its session as well. */
    isAccessToken: async (token: string) => (await openAccess(context, token)) !== null,
    /** Removes expired sessions, codes, challenges, known devices and pending accounts. */
    async sweep(): Promise<void> {
      await sweepSessions(context);
      const codes = { table: 'codes', key: 'id', column: 'expires_at' } as const;
      await removeUntil(context.db, codes, context.clock());
      await sweepFactors(context);
      await sweepKnownDevices(context);
      await sweepPendings(context);
    },
  };
}

import type { Context } from '../context.ts';
import { removeUntil } from '../platform/db/statements.ts';
import { askReset, changePassword, setPassword, verifyResetCode } from './change-password.ts';
import { changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor } from './desk.ts';
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  confirmAuthenticator,
  makeRecoveryCodes,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
} from './factors/change-factors.ts';
import { accountHasFactor, listFactors, sweepFactors } from './factors/factors.ts';
import { beginProof, proveFactor } from './factors/prove-factor.ts';
import { sweepKnownDevices } from './guesses.ts';
import { beginPasskeyLogin, completeLogin, logIn } from './log-in.ts';
import { generatePassword } from './passwords.ts';
import { sweepSessions } from './session-queries.ts';
import { authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession } from './sessions.ts';
import { createSampleOwner, resendCode, signUp, sweepPendings, verifyAccount } from './sign-up.ts';
import { openAccess } from './tokens.ts';

export const accounts = {
  actions: {
    ...{
      addPasskey,
      beginAuthenticator,
      beginPasskey,
      confirmAuthenticator,
      makeRecoveryCodes,
      removeAuthenticator,
      removePasskey,
      renamePasskey,
    },
    ...{ beginPasskeyLogin, completeLogin, logIn },
    ...{ askReset, changePassword, setPassword, verifyResetCode },
    ...{ createSampleOwner, resendCode, signUp, verifyAccount },
    ...{ authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession },
    ...{ changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor },
    ...{ beginProof, generatePassword, listFactors, proveFactor },
    clock: ({ clock }: Context) => clock(),
    /** Whether the account has a second factor. */
    hasFactor: ({ db }: Context, userId: string) => accountHasFactor(db.read, userId),
    /** Whether the access token is signed and not expired. Only `authenticate` checks its session as well. */
    isAccessToken: async (context: Context, token: string) => (await openAccess(context, token)) !== null,
    /** Removes expired sessions, codes, challenges, known devices and pending accounts. */
    async sweep(context: Context): Promise<void> {
      await sweepSessions(context);
      const codes = { table: 'codes', key: 'id', column: 'expires_at' } as const;
      await removeUntil(context.db, codes, context.clock());
      await sweepFactors(context);
      await sweepKnownDevices(context);
      await sweepPendings(context);
    },
  },
};

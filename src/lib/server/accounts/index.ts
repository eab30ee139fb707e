import { sql } from 'kysely';
import { enrolMinutes } from '../../shared/schemas/factors.ts';
import type { Context } from '../context.ts';
import { removeUntil } from '../platform/db/statements.ts';
import { retention } from '../platform/retention.ts';
import { authenticateToken, listTokens, makeToken, revokeToken } from './api-tokens.ts';
import * as passwords from './change-password.ts';
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
import { accountHasFactor, beginProof, listFactors, proveFactor } from './factors/factors.ts';
import * as logins from './log-in.ts';
import { generatePassword } from './passwords.ts';
import { authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession } from './sessions.ts';
import * as signUps from './sign-up.ts';
import { openAccess } from './tokens.ts';

/** Every function of these is an action. */
const files = { logins, passwords, signUps };

export const accounts = {
  actions: {
    ...{ ...files.logins, ...files.passwords, ...files.signUps, generatePassword },
    ...{ addPasskey, beginPasskey, removePasskey, renamePasskey },
    ...{ beginAuthenticator, confirmAuthenticator, removeAuthenticator },
    ...{ beginProof, listFactors, makeRecoveryCodes, proveFactor },
    ...{ authenticate, endOwnSessions, endSession, listOwnSessions, refreshSession },
    ...{ changeAppLimitFor, changeRoleFor, endSessionsFor, sendVerificationFor },
    ...{ authenticateToken, listTokens, makeToken, revokeToken },
    clock: ({ clock }: Context) => clock(),
    /** Whether the account has a second factor. */
    hasFactor: ({ db }: Context, userId: string) => accountHasFactor(db.read, userId),
    /** Whether the access token is signed and not expired. Only `authenticate` checks its session as well. */
    isAccessToken: async (context: Context, token: string) => (await openAccess(context, token)) !== null,
    /** Removes what has expired, logins that nobody completed, and pending accounts that nobody used for a day. */
    async sweep({ clock, db }: Context): Promise<void> {
      const now = clock();
      for (const table of ['sessions', 'api_tokens', 'codes', 'factor_challenges'] as const)
        await removeUntil(db, { table, key: 'id', column: 'expires_at' }, now);
      const begun = { table: 'totp_secrets', key: 'user_id', column: 'created_at' } as const;
      await removeUntil(db, begun, now - enrolMinutes * 60_000, sql`confirmed_at is null`);
      // No two accounts have the same mark.
      const places = { table: 'known_devices', key: 'mark', column: 'seen_at' } as const;
      await removeUntil(db, places, now - retention.knownDevices);
      // A literal, so that the planner can use the partial index of pending accounts.
      const pending = { table: 'users', key: 'id', column: 'pending_until' } as const;
      await removeUntil(db, pending, now, sql`is_verified = 0`);
    },
  },
};

// Guards the operations of staff. The role is read from the database at each request, so that taking it away counts at
// once. Members get the answer of an address that does not exist, because the desk is not announced.
import type { Context, MiddlewareHandler } from 'hono';
import { deskHours, freshMinutes, hasRole, type StaffRole } from '../../../shared/schemas/roles.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { Caller } from '../../accounts/index.ts';
import { AppError, CodedError } from '../../platform/errors.ts';
import type { ApiEnv } from '../router.ts';
import { requireCaller } from './caller.ts';

export interface Staff extends Caller {
  role: StaffRole;
  factorAt: number;
}

/** @throws AppError 401 without a login, 404 for members */
async function requireStaffRole(c: Context<ApiEnv>): Promise<Caller & { role: StaffRole }> {
  const caller = await requireCaller(c);
  const { role } = caller;
  if (role === 'member' || !caller.isVerified) throw new AppError(404, messages.errors.nothingHere);
  return { ...caller, role };
}

/**
 * Checks the role before anything is validated, because the errors of a form or query would tell members of the desk.
 */
export const guardDesk: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await requireStaffRole(c);
  await next();
};

interface Needs {
  /** Whether the second factor must have been proved a few minutes ago. */
  isFresh?: boolean;
}

/**
 * The member of staff who sends the request, with a desk session.
 * @throws AppError 401 without a login; 404 for members; 403 for a moderator where an admin is needed; CodedError 403
 * `second_factor` without a desk session, and `fresh_factor` where the proof is not fresh
 */
export async function requireStaff(
  c: Context<ApiEnv>,
  needed: StaffRole,
  { isFresh = false }: Needs = {},
): Promise<Staff> {
  const caller = await requireStaffRole(c);
  const { role, factorAt, userId } = caller;
  const { clock, hasFactor } = c.var.services.accounts;
  const age = factorAt === null ? Number.POSITIVE_INFINITY : clock() - factorAt;
  if (factorAt === null || age >= deskHours * 3_600_000) {
    const sentence = (await hasFactor(userId)) ? messages.factors.prove : messages.factors.addFirst;
    throw new CodedError(403, 'second_factor', sentence);
  }
  if (!hasRole(role, needed)) throw new AppError(403, messages.factors.adminsOnly);
  if (isFresh && age >= freshMinutes * 60_000)
    throw new CodedError(403, 'fresh_factor', messages.factors.proveAgain);
  return { ...caller, factorAt };
}

// What the routers of rules share.
import type { Context } from 'hono';
import type { z } from 'zod';
import { withAllowance } from '../../requests/allowance.ts';
import { readBody } from '../../requests/body.ts';
import { requireStaff, type Staff } from '../../requests/staff.ts';
import { refusing, type ApiEnv } from '../../router.ts';

export const ruleParts = { tags: ['Desk'], security: [{ bearer: [] }] };

export const ruleRefusals = refusing(401, 403, 404);
export const removalRefusals = refusing(401, 403, 404, 429);

const change = async <Result>(
  c: Context<ApiEnv>,
  staff: Staff,
  work: () => Promise<Result>,
): Promise<Result> => await withAllowance(c.var.services, staff, ['ruleChanges'], work);

/** A change by staff with a form, charged to their quota. */
export async function writeRule<Schema extends z.ZodType, Result>(
  c: Context<ApiEnv>,
  schema: Schema,
  work: (staff: Staff, form: z.output<Schema>) => Promise<Result>,
): Promise<Result> {
  const staff = await requireStaff(c, 'moderator');
  const form = readBody(c, schema);
  return await change(c, staff, () => work(staff, form));
}

/** A removal by staff, charged to their quota. */
export async function removeRule(
  c: Context<ApiEnv>,
  work: (staff: Staff) => Promise<unknown>,
): Promise<{ success: true }> {
  const staff = await requireStaff(c, 'moderator');
  await change(c, staff, () => work(staff));
  return { success: true };
}

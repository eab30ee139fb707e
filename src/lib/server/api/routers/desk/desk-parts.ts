// What the routers of the desk share.
import type { Context } from 'hono';
import { z } from 'zod';
import type { Staff } from '../../requests/staff.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { refusing, type ApiEnv } from '../../router.ts';

export const deskTags = ['Desk'];
export const deskSecurity = [{ bearer: [] }];

/** Members get 404, because the desk is not announced. */
export const deskRefusals = refusing(401, 403, 404, 429);

/** The `{number}` of a path. @param of the noun that the description uses */
export const numberOf = (of: string) =>
  z.object({ number: z.string().meta({ description: `Number of the ${of}, such as 20261121-K7Q2.` }) });

/** A write of staff, charged to their quota. */
export const deskWrite = <Result>(c: Context<ApiEnv>, staff: Staff, work: () => Promise<Result>) =>
  withAllowance(c.var.services, staff, ['desk'], work);

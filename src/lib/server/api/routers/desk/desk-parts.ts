// What the routers of the desk share.
import type { Context } from 'hono';
import { z } from 'zod';
import type { Staff } from '../../requests/staff.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { once } from '../../requests/once.ts';
import { scopeOf } from '../../requests/once-writes.ts';
import type { InTransaction } from '../../../platform/idempotency/kept-answers.ts';
import { refusing, type ApiEnv } from '../../router.ts';

export const deskTags = ['Desk'];
export const deskSecurity = [{ bearer: [] }];

/** Members get 404, because the desk is not announced. */
export const deskRefusals = refusing(401, 403, 404, 429);

/** The `{number}` of a path. @param of the noun that the description uses */
export const numberOf = (of: string) =>
  z.object({ number: z.string().meta({ description: `Number of the ${of}, such as 20261121-K7Q2.` }) });

/**
 * A write of staff: charged, and done once where it carries an Idempotency-Key.
 * @param form what the request sends; the same key with another form is refused
 */
export async function deskWrite<Result extends object>(
  c: Context<ApiEnv>,
  staff: Staff,
  form: object,
  work: (keep: InTransaction<Result> | undefined) => Promise<Result>,
): Promise<Result> {
  return await once(c, scopeOf(staff), ({ run }) =>
    withAllowance(c.var.services, staff, ['desk'], () =>
      run({ content: () => [JSON.stringify(form)], work, shape: (result: Result) => result }),
    ),
  );
}

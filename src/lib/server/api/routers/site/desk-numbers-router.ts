import { numbersSchema } from '../../../../shared/schemas/moderation/site.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { requireStaff } from '../../requests/staff.ts';
import { createRoute } from '../../requests/once.ts';
import { createRouter, jsonOf, refusing } from '../../router.ts';

const numbersRoute = createRoute({
  method: 'get',
  path: '/desk/numbers/',
  operationId: 'showDeskNumbers',
  description: 'What has been deleted since is not counted.',
  tags: ['Desk'],
  security: [{ bearer: [] }],
  summary: 'Numbers of the directory, and of each of the last 30 days',
  responses: { 200: jsonOf(numbersSchema, 'The numbers.'), ...refusing(401, 403, 404, 429) },
});

/** The numbers that staff see. */
export function createDeskNumbersRouter() {
  return createRouter().openapi(numbersRoute, async (c) => {
    const staff = await requireStaff(c, 'moderator');
    const { services } = c.var;
    const numbers = await withAllowance(services, staff, ['deskSearches'], () =>
      services.numbers.showNumbers(),
    );
    return c.json(numbers, 200);
  });
}

import { blockProofSchema, checkProofSchema, ownProofSchema } from '../../../shared/schemas/proofs/proofs.ts';
import { deskProofsSchema } from '../../../shared/schemas/proofs/desk-proofs.ts';
import { withAllowance } from '../requests/allowance.ts';
import { bodyOf, readBody } from '../requests/body.ts';
import { requireCaller } from '../requests/caller.ts';
import { requireStaff } from '../requests/staff.ts';
import { createRoute } from '../requests/once.ts';
import { createRouter, doneSchema, jsonOf, nameIdOfApp, refusing } from '../router.ts';

const security = [{ bearer: [] }];

const showRoute = createRoute({
  method: 'get',
  path: '/app/{name_id}/proof/',
  operationId: 'getProof',
  description:
    'For its owner, and for anybody who claims the app: each has a token of their own. Says what to put where.',
  tags: ['Apps'],
  security,
  summary: 'What the caller has proved about an app, and the five ways to prove it',
  request: { params: nameIdOfApp },
  responses: { 200: jsonOf(ownProofSchema, 'The proof.'), ...refusing(401, 403, 404) },
});

const checkRoute = createRoute({
  method: 'post',
  path: '/app/{name_id}/proof/',
  operationId: 'checkProof',
  description:
    'Looks for the token now; takes up to five seconds. 400 says what is wrong. The proof of an owner shows a badge; that of somebody else opens a case, in which staff decide whose app it is.',
  tags: ['Apps'],
  security,
  summary: 'Checks a proof in one of the five ways',
  request: { params: nameIdOfApp, body: bodyOf(checkProofSchema) },
  responses: { 200: jsonOf(ownProofSchema, 'The proof.'), ...refusing(401, 403, 404, 429) },
});

const blockRoute = createRoute({
  method: 'post',
  path: '/desk/listings/{name_id}/proof/',
  operationId: 'blockProof',
  description:
    'A blocked app has no badge, and no check brings it back; a blocked claim is none. The account is mailed the reason.',
  tags: ['Desk'],
  security,
  summary: 'Blocks the proofs of an app by its owner or by a claimant, or frees them',
  request: { params: nameIdOfApp, body: bodyOf(blockProofSchema) },
  responses: { 200: jsonOf(doneSchema, 'Done.'), ...refusing(401, 403, 404, 429) },
});

const listRoute = createRoute({
  method: 'get',
  path: '/desk/listings/{name_id}/proofs/',
  operationId: 'listProofs',
  description: 'For staff.',
  tags: ['Desk'],
  security,
  summary: 'The proofs of a listing: of its owner, and of those who claim it',
  request: { params: nameIdOfApp },
  responses: { 200: jsonOf(deskProofsSchema, 'The proofs.'), ...refusing(401, 403, 404, 429) },
});

export function createProofsRouter() {
  return createRouter()
    .openapi(showRoute, async (c) => {
      const caller = await requireCaller(c);
      return c.json(await c.var.services.proofs.showProof(caller, c.req.valid('param').name_id), 200);
    })
    .openapi(checkRoute, async (c) => {
      const { proofs } = c.var.services;
      const caller = await requireCaller(c);
      const { name_id: nameId } = c.req.valid('param');
      const form = readBody(c, checkProofSchema);
      await withAllowance(c.var.services, caller, ['proofChecks'], () =>
        proofs.checkNow(caller, nameId, form),
      );
      return c.json(await proofs.showProof(caller, nameId), 200);
    })
    .openapi(listRoute, async (c) => {
      await requireStaff(c, 'moderator');
      return c.json(await c.var.services.proofs.listProofs(c.req.valid('param').name_id), 200);
    })
    .openapi(blockRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const form = readBody(c, blockProofSchema);
      const { name_id: nameId } = c.req.valid('param');
      await withAllowance(c.var.services, staff, ['desk'], () =>
        c.var.services.proofs.blockProof(staff, nameId, form),
      );
      return c.json({ success: true as const }, 200);
    });
}

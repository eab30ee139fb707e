// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md).
import { bindContext } from '../platform/reads/slices.ts';
import { checkNow } from './check-now.ts';
import { createRechecks } from './recheck.ts';
import { blockProof, listProofs, showProof } from './show-proof.ts';
import type { ProofsContext } from './store-proof.ts';

export { badgeOfOwner, findClaims, hasClaimed } from './store-proof.ts';
export { hostOf, registrableDomain } from './ways.ts';
export type Proofs = ReturnType<typeof createProofs>;

export function createProofs(context: ProofsContext) {
  return {
    ...bindContext(context, { showProof, checkNow, blockProof, listProofs }),
    rechecks: () => createRechecks(context),
  };
}

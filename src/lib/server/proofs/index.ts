// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md).
import { bindContext } from '../platform/reads/slices.ts';
import { blockProof } from './block-proof.ts';
import { checkNow } from './check-now.ts';
import type { ProofsContext } from './context.ts';
import { createRechecks } from './recheck.ts';
import { showProof } from './show-proof.ts';

export { hostOf, registrableDomain } from './domains.ts';
export { findProofsAfter } from './proof-queries.ts';
export type Proofs = ReturnType<typeof createProofs>;

export function createProofs(context: ProofsContext) {
  return {
    ...bindContext(context, { showProof, checkNow, blockProof }),
    rechecks: () => createRechecks(context),
  };
}

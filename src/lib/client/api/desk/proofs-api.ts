// The desk's routes of proofs of owners.
import type { deskProofsSchema } from '../../../shared/schemas/proofs/desk-proofs.ts';
import type { BlockProof } from '../../../shared/schemas/proofs/proofs.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi } from '../api.ts';

const path = (nameId: string, what: string) => `/desk/listings/${encodeURIComponent(nameId)}/${what}/`;

export const deskProofsApi = {
  list: (nameId: string) => callApi<z.infer<typeof deskProofsSchema>>('GET', path(nameId, 'proofs')),
  block: (nameId: string, json: BlockProof) => callApi('POST', path(nameId, 'proof'), { json }),
};

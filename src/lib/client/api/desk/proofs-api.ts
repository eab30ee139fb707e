// The desk's routes of proofs of owners.
import { deskProofsSchema } from '../../../shared/schemas/cases.ts';
import type { BlockProof } from '../../../shared/schemas/proofs.ts';
import { callApi, doneSchema } from '../api.ts';

const path = (nameId: string, what: string) => `/desk/listings/${encodeURIComponent(nameId)}/${what}/`;

export const deskProofsApi = {
  list: (nameId: string) => callApi('GET', path(nameId, 'proofs'), deskProofsSchema),
  block: (nameId: string, json: BlockProof) => callApi('POST', path(nameId, 'proof'), doneSchema, { json }),
};

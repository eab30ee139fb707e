// The routes of proofs of owners.
import { ownProofSchema, type CheckProof } from '../../shared/schemas/proofs.ts';
import { callApi } from './api.ts';

const path = (appId: string) => `/app/${encodeURIComponent(appId)}/proof/`;

export const proofsApi = {
  show: (appId: string) => callApi('GET', path(appId), ownProofSchema),

  check: (appId: string, { way, repository = '', code = '' }: CheckProof) =>
    callApi('POST', path(appId), ownProofSchema, {
      body: { way, ...(repository !== '' && { repository }), ...(code !== '' && { code }) },
    }),
};

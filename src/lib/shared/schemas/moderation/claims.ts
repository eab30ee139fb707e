// Claims: accounts that have proved to control what a listing of somebody else links to.
import { z } from '../../zod.ts';
import { proofWays } from '../proofs/proofs.ts';
import { deskPersonSchema } from './cases.ts';

export const claimSchema = z
  .object({
    account: deskPersonSchema.extend({ email: z.string() }),
    name: z.string().meta({ description: 'What was proved, such as busha.co.' }),
    way: z.enum(proofWays),
    checked_at: z.iso.datetime().nullable().meta({ description: 'When the proof was last found.' }),
    is_failing: z.boolean().meta({ description: 'Whether the last check failed.' }),
  })
  .meta({ id: 'Claim' });
export type ClaimJson = z.infer<typeof claimSchema>;

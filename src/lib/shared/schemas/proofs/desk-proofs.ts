// The proofs of a listing as staff see them.
import { z } from '../../zod.ts';
import { deskPersonSchema } from '../moderation/cases.ts';
import { proofStates, proofWays } from './proofs.ts';

export const deskProofSchema = z
  .object({
    account: deskPersonSchema.extend({ email: z.string() }),
    is_owner: z.boolean().meta({ description: 'False for a claim to the listing of somebody else.' }),
    state: z.enum(proofStates),
    way: z.enum(proofWays).nullable(),
    name: z.string().meta({ description: 'What was proved, such as busha.co; "" for nothing.' }),
    problem: z.string().meta({ description: 'What was wrong at the last check, or why it is blocked.' }),
    checked_at: z.iso.datetime().nullable(),
    next_check_at: z.iso.datetime().nullable(),
    case: z.string().nullable().meta({ description: 'Number of the case of a claim.' }),
  })
  .meta({ id: 'DeskProof' });
export type DeskProofJson = z.infer<typeof deskProofSchema>;

export const deskProofsSchema = z
  .object({
    listing: z.object({ id: z.string(), name: z.string(), name_id: z.string(), state: z.string() }),
    results: z
      .array(deskProofSchema)
      .meta({ description: 'That of its owner first, which is there also where nothing is proved.' }),
  })
  .meta({ id: 'DeskProofs' });
export type DeskProofsJson = z.infer<typeof deskProofsSchema>;

import { z } from '../../zod.ts';

/** The answer to a write that returns nothing. */
export const doneSchema = z.object({ success: z.literal(true) }).meta({ id: 'Done' });

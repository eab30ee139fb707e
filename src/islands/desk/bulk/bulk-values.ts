import { z } from '../../../lib/shared/zod.ts';

/** What the form for many listings keeps. The chosen listings are not part of it. */
export const bulkValuesSchema = z.object({
  action: z.string(),
  policy: z.string(),
  public_reason: z.string(),
  owner_reason: z.string(),
});

export const noBulkValues = { action: '', policy: '', public_reason: '', owner_reason: '' };

// The export of a large account, which its owner downloads once it has been collected.
import { z } from '../zod.ts';

export const exportStateSchema = z
  .object({
    state: z.enum(['none', 'working', 'ready']),
    done: z.int().meta({ description: 'Apps that have been collected.' }),
    total: z.int(),
    until: z.iso.datetime().nullable().meta({ description: 'Until when it can be downloaded.' }),
    token: z
      .string()
      .nullable()
      .meta({ description: 'Downloads it, within ten minutes. Only after the password.' }),
  })
  .meta({ id: 'ExportState' });

export type ExportStateJson = z.infer<typeof exportStateSchema>;

export const downloadExportSchema = z
  .object({ token: z.string('Send the token.').min(1).max(200) })
  .meta({ id: 'DownloadExport' });

// The export of a large account, which its owner downloads once it has been collected.
import { slugify } from '../text/text.ts';
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

/** @returns such as naijabuilt-data.zip @param siteName which may have no Latin letter */
export const exportFileName = (siteName: string): string => `${slugify(siteName) || 'my'}-data.zip`;

export type ExportStateJson = z.infer<typeof exportStateSchema>;

export const downloadExportSchema = z
  .object({ token: z.string('Send the token.').min(1).max(200) })
  .meta({ id: 'DownloadExport' });

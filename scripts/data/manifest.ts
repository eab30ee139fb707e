// The content of a backup's manifest.json.
import { z } from 'zod';

const fileSchema = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Names of the applied migrations. */
  migrations: z.array(z.string()),
  /** Number of rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** Columns of each table, in the order of its file; for PostgreSQL. */
  columns: z.record(z.string(), z.array(z.string())),
  files: z.array(fileSchema),
  pictures: z.number(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = z.infer<typeof fileSchema>;

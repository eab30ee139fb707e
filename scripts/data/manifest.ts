// The format of a backup's manifest.json.
import { z } from 'zod';

const fileSchema = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Names of the migrations that its schema has. */
  migrations: z.array(z.string()),
  /** Rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** Columns of each table, in the order of its file; for PostgreSQL. */
  columns: z.record(z.string(), z.array(z.string())),
  files: z.array(fileSchema),
  pictures: z.number(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupFile = z.infer<typeof fileSchema>;

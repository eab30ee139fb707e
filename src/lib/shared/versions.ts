// Runs anywhere. A release of an app.
import { z } from './zod.ts';

export const releaseTypes = ['IN_PLANNING', 'IN_DEVELOPMENT', 'ALPHA', 'BETA', 'LIVE'] as const;
export type ReleaseType = (typeof releaseTypes)[number];

export const releaseTypeLabels: Record<ReleaseType, string> = {
  IN_PLANNING: 'In planning',
  IN_DEVELOPMENT: 'In development',
  ALPHA: 'Alpha',
  BETA: 'Beta',
  LIVE: 'Live',
};

/** Shown, and recorded for a new app, where no version number was given. */
export const firstVersion = '0.1.0';

export interface Release {
  id: string;
  appId: string;
  version: string;
  releaseType: ReleaseType;
  /** Milliseconds since 1970; null when the developer named no date. */
  releaseDate: number | null;
  latestFeature: string;
  createdAt: number;
  updatedAt: number;
}

export const versionSchema = z
  .object({
    id: z.string(),
    app: z.string(),
    version: z.string(),
    release_type: z.enum(releaseTypes),
    release_date: z.iso.datetime().nullable(),
    latest_feature: z.string(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Version', description: 'A release of an app.' });

export type VersionJson = z.infer<typeof versionSchema>;

// A release of an app, and how version numbers compare.
import { z } from '../zod.ts';

export const releaseTypes = ['IN_PLANNING', 'IN_DEVELOPMENT', 'ALPHA', 'BETA', 'LIVE'] as const;
export type ReleaseType = (typeof releaseTypes)[number];

export const releaseTypeLabels: Record<ReleaseType, string> = {
  IN_PLANNING: 'In planning',
  IN_DEVELOPMENT: 'In development',
  ALPHA: 'Alpha',
  BETA: 'Beta',
  LIVE: 'Live',
};

/** The version of a new app for which none was given. */
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

/** Reads versions such as '2.10' and 'v1.0.0-beta'. @returns null for one of another kind, which cannot be compared */
function readVersion(text: string): { parts: number[]; stage: string } | null {
  const [, numbers, stage = ''] = /^v?(\d{1,15}(?:\.\d{1,15})*)(?:[-+ ]?(\D.*))?$/i.exec(text.trim()) ?? [];
  return numbers === undefined ? null : { parts: numbers.split('.').map(Number), stage };
}

/** Whether a version comes before another one; false if they cannot be compared. */
export function isLowerVersion(version: string, than: string): boolean {
  const [one, other] = [readVersion(version), readVersion(than)];
  if (!one || !other) return false;
  for (let index = 0; index < Math.max(one.parts.length, other.parts.length); index += 1) {
    const difference = (one.parts[index] ?? 0) - (other.parts[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  // A stage such as 'beta' comes before the version itself.
  if (one.stage === '' || other.stage === '') return one.stage !== '' && other.stage === '';
  return one.stage.localeCompare(other.stage, 'en', { numeric: true }) < 0;
}

import { firstVersion, type Release } from '../../../shared/schemas/apps.ts';
import type { VersionTable } from '../../platform/db/schema.ts';

export function releaseOfRow(row: Omit<VersionTable, 'is_current'>): Release {
  return {
    id: row.id,
    appId: row.app_id,
    // May be empty in the database.
    version: row.version || firstVersion,
    releaseType: row.release_type,
    releaseDate: row.release_date,
    latestFeature: row.latest_feature,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

// What a listing needs to be picked for a shelf of the front page. The desk shows it to editors, and the page of the
// app's updates to its owner, with what to do.
import type { AppListing } from '../apps.ts';
import { hasDeadLink } from '../links/links.ts';

export const qualityNames = [
  'logo',
  'screenshots',
  'long-description',
  'website',
  'links',
  'release',
  'active',
] as const;
export type QualityName = (typeof qualityNames)[number];

export interface QualityCheck {
  name: QualityName;
  isPassed: boolean;
}

export const qualityNeeds = {
  screenshots: 2,
  /** Characters. */
  longDescription: 200,
  /** The age of the current release. */
  releaseDays: 365,
} as const;

const dayMs = 86_400_000;

type Judged = Pick<
  AppListing,
  'logo' | 'screenshots' | 'longDescription' | 'website' | 'links' | 'currentVersion' | 'lifecycle'
>;

/** All checks, passed or not, in the order in which they are shown. */
export function checkQuality(app: Judged, now: number): QualityCheck[] {
  const { currentVersion: release } = app;
  const released = release.releaseDate ?? release.createdAt;
  const passed: Record<QualityName, boolean> = {
    logo: app.logo !== null,
    screenshots: app.screenshots.length >= qualityNeeds.screenshots,
    'long-description': Array.from(app.longDescription.trim()).length >= qualityNeeds.longDescription,
    website: app.website !== '',
    links: !hasDeadLink(app),
    release: now - released < qualityNeeds.releaseDays * dayMs,
    active: app.lifecycle === 'active',
  };
  return qualityNames.map((name) => ({ name, isPassed: passed[name] }));
}

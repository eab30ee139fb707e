import { toIso } from '../../shared/dates.ts';
import type { Picture } from '../../shared/pictures.ts';
import type { OwnData, PackedPicture } from '../own-data/index.ts';
import type { Shapes } from './shapes.ts';

/** The text of data.json, in the shapes of the API, and the pictures that it names by their places in the ZIP. */
export function shapeOwnData(own: OwnData, shapes: Shapes): { text: string; pictures: PackedPicture[] } {
  const pictures: PackedPicture[] = [];
  const pack = (name: string, picture: Picture | null): string | null => {
    if (!picture) return null;
    pictures.push({ name: `${name}.${picture.fallback}`, picture });
    return pictures.at(-1)?.name ?? null;
  };
  const isoOrNull = (instant: number | null) => (instant === null ? null : toIso(instant));
  const data = {
    user: { ...shapes.ownUser(own.profile), dp: pack('picture', own.profile.picture) },
    views: own.views,
    earlier_handles: own.oldHandles,
    apps: own.apps.map(({ app, releases, views }) => ({
      ...shapes.app(app),
      owner: app.owner.id,
      logo: pack(`apps/${app.nameId}/logo`, app.logo),
      screenshot: app.screenshots.map(({ id, picture }, index) => ({
        id,
        image: pack(`apps/${app.nameId}/screenshot-${index + 1}`, picture),
      })),
      versions: releases.map(shapes.version),
      views_by_day: views.days.filter((day) => day.views > 0),
    })),
    timeline: own.timeline.map((entry) => ({
      id: entry.id,
      created_at: toIso(entry.createdAt),
      category: entry.category,
      app: entry.app?.id ?? null,
    })),
    sessions: own.sessions.map((session) => ({
      created_at: toIso(session.createdAt),
      expires_at: toIso(session.expiresAt),
      revoked_at: isoOrNull(session.revokedAt),
    })),
    security_events: own.events.map(({ at, event }) => ({ at: toIso(at), event })),
  };
  return { text: `${JSON.stringify(data, null, 2)}\n`, pictures };
}

import type { AuditEvent } from '../platform/audit-events.ts';
import type { ReadDb } from '../platform/db/database.ts';

/** What no page shows. Instants are milliseconds since 1970. */
export interface Trail {
  oldHandles: string[];
  sessions: { createdAt: number; expiresAt: number; revokedAt: number | null }[];
  events: { at: number; event: AuditEvent }[];
}

export async function findTrail(db: ReadDb, userId: string): Promise<Trail> {
  const [handles, sessions, events] = await Promise.all([
    db.selectFrom('old_handles').select('handle').where('user_id', '=', userId).orderBy('handle').execute(),
    db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('created_at').execute(),
    db
      .selectFrom('audit_events')
      .select(['at', 'event'])
      .where('user_id', '=', userId)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  ]);
  return {
    oldHandles: handles.map(({ handle }) => handle),
    sessions: sessions.map((session) => ({
      createdAt: session.created_at,
      expiresAt: session.expires_at,
      revokedAt: session.revoked_at,
    })),
    events,
  };
}

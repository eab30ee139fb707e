import type {
  FollowInput,
  FollowsJson,
  NoticeJson,
  NoticesJson,
} from '../../../shared/schemas/follow/follows.ts';
import type { SavedAppJson, SavedAppsJson } from '../../../shared/schemas/follow/saved.ts';

const saved: SavedAppJson = { id: '019a4f10-3c00-7000-8000-0000000ba11e', clock: 3, saved: true };

const subject = `app:${saved.id}`;
const notice: NoticeJson = {
  kind: 'release',
  at: '2026-11-02T08:30:00.000Z',
  title: 'Zebra Ledger 1.2.0',
  path: '/app/zebra-ledger',
};
const mails = { release_mail: 'weekly', app_mail: 'never' } as const;

export const followExamples = {
  Follow: { subject, follow: true } satisfies FollowInput,
  Follows: { subjects: [subject] } satisfies FollowsJson,
  Notice: notice,
  NoticeSettings: { seen_at: notice.at, ...mails },
  Notices: {
    results: [notice],
    unseen: 1,
    seen_at: '2026-11-01T08:30:00.000Z',
    ...mails,
  } satisfies NoticesJson,
  SavedApp: saved,
  SavedApps: { apps: [saved] } satisfies SavedAppsJson,
};

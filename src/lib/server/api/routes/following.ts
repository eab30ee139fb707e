// Saved apps, followed apps and developers, and what is new of them.
import {
  followSchema,
  followsSchema,
  noticeSettingsSchema,
  noticesSchema,
  savedAppsSchema,
} from '../../../shared/schemas/follow.ts';
import { member } from '../middleware/caller.ts';
import { operation, type Operation } from '../operation.ts';

const shared = { tag: 'Following', who: member } as const;
const saved = { ...shared, answer: savedAppsSchema, says: 'The saved apps.' } as const;
const follows = { ...shared, answer: followsSchema, says: 'The subjects.' } as const;
const notices = { ...shared, answer: noticesSchema, says: 'What is new.' } as const;

export function followingOperations(): Operation[] {
  return [
    operation('GET /user/me/saved/', 'listSavedApps', {
      ...saved,
      summary: 'The saved apps of the account',
      description: 'Also those that were taken out again, with `saved` false.',
      run: async ({ caller, services }) => ({ apps: await services.saved.listSaved(caller) }),
    }),
    operation('PUT /user/me/saved/', 'mergeSavedApps', {
      ...saved,
      summary: 'Merges changes into the saved apps of the account',
      description:
        'Send the changes that were made since the last answer. For each app the change with the highest `clock` wins, ' +
        'and of two equal ones `saved` true. The answer is the whole list.',
      form: savedAppsSchema,
      limit: ['saves'],
      run: async ({ caller, form, services }) => ({
        apps: await services.saved.mergeSaved(caller, form.apps),
      }),
    }),
    operation('GET /user/me/follows/', 'listFollows', {
      ...follows,
      summary: 'What the account follows',
      description: 'Apps as `app:<id>`, developers as `user:<id>`, the latest first.',
      run: async ({ caller, services }) => ({ subjects: await services.follows.listFollows(caller) }),
    }),
    operation('PUT /user/me/follows/', 'follow', {
      ...follows,
      summary: 'Follows an app or a developer, or ends it',
      description:
        'Following again changes nothing. An account follows 500 subjects at most; deleted ones do not count.',
      form: followSchema,
      limit: ['saves'],
      refuses: [404],
      run: async ({ caller, form, services }) => ({ subjects: await services.follows.follow(caller, form) }),
    }),
    operation('GET /user/me/notices/', 'listNotices', {
      ...notices,
      summary: 'What is new for the account',
      description:
        'Releases of followed apps, new apps of followed developers, and decisions about own reports.',
      run: ({ caller, services }) => services.follows.listNotices(caller),
    }),
    operation('PUT /user/me/notices/', 'changeNotices', {
      ...notices,
      summary: 'Says what was seen, and which mails the account gets',
      description: 'Only what is sent changes.',
      form: noticeSettingsSchema,
      limit: ['saves'],
      run: ({ caller, form, services }) => services.follows.changeNotices(caller, form),
    }),
  ];
}

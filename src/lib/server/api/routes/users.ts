// Profiles, and what users may do with their own one.
import { Readable } from 'node:stream';
import { z } from 'zod';
import { urls } from '../../../shared/addresses/urls.ts';
import { brand } from '../../../shared/page/brand.ts';
import { confirmPasswordSchema } from '../../../shared/schemas/accounts.ts';
import { appSchema, timelineEntrySchema } from '../../../shared/schemas/apps.ts';
import { portfolioApps } from '../../../shared/schemas/limits.ts';
import { exportFileName } from '../../../shared/text/text.ts';
import { updateProfileSchema } from '../../../shared/schemas/profile-forms.ts';
import { ownUserSchema, userSchema } from '../../../shared/schemas/users.ts';
import { viewCountsSchema, viewDays } from '../../../shared/schemas/views.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { requireSelf } from '../../profiles/index.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../environment.ts';
import { pictureOf, uploadOf } from '../middleware/body.ts';
import { anybody, anybodyOrMember, member } from '../middleware/caller.ts';
import { ofNobody } from '../middleware/once.ts';
import { action, idOf, operation, pagedSchema, paging, type Operation } from '../operation.ts';
import { pagedApps } from './apps.ts';

const params = idOf('user');

const portfolioSchema = z
  .object({
    url: z.url(),
    user: userSchema,
    apps: z.array(appSchema).meta({ maxItems: portfolioApps }),
    apps_count: z.int(),
  })
  .meta({ id: 'Portfolio', description: `A user with their newest ${portfolioApps} apps.` });

/** @throws AppError 404 */
async function requireUser({ profiles }: Services, id: string) {
  const user = await profiles.findUser(id);
  if (!user) throw new AppError(404, messages.profile.missing);
  return user;
}

const ofUser = { tag: 'Users', who: anybody, params, refuses: [404], showsContacts: true } as const;
const own = { tag: 'Users', who: member, params, refuses: [403] } as const;
const ownOrMissing = { tag: 'Users', who: member, params, refuses: [403, 404] } as const;

export function userOperations({ shapes, siteUrl }: ApiContext): Operation[] {
  return [
    operation('GET /user/me/', 'getMe', {
      tag: 'Users',
      summary: 'The user who is logged in',
      description: 'With the contact details that others are not shown.',
      who: member,
      answer: ownUserSchema,
      says: 'The user.',
      async run({ caller, services }) {
        const user = await services.profiles.findOwnUser(caller.userId);
        if (!user) throw new AppError(401, messages.errors.login);
        return shapes.ownUser(user);
      },
    }),
    operation('GET /user/{id}/', 'getUser', {
      tag: 'Users',
      summary: 'One user; before verification only with the own bearer token',
      description:
        'Before verification it is answered 404 to everybody but the user. Contact details that the user does not show are empty texts.',
      who: anybodyOrMember,
      params,
      answer: userSchema,
      says: 'The user.',
      refuses: [404],
      showsContacts: true,
      async run({ c, caller, params: { id }, services }) {
        const isOwnPending = caller !== null && !caller.isVerified && caller.userId === id;
        const own = isOwnPending ? await services.profiles.findOwnUser(id) : null;
        if (own) c.header('Cache-Control', 'no-store');
        return shapes.user(own ?? (await requireUser(services, id)));
      },
    }),
    operation('GET /user/{id}/apps/', 'listUserApps', {
      ...ofUser,
      summary: "A user's apps, newest first",
      description: 'Before verification it is answered 404.',
      query: paging,
      answer: pagedApps,
      says: 'One page of apps.',
      async run({ page, params: { id }, query, services }) {
        const user = await requireUser(services, id);
        const owned = { ownerId: user.id, cursor: query.cursor, withLimited: true };
        return page(await services.apps.listApps(owned), shapes.app);
      },
    }),
    operation('PATCH /user/{id}/', 'updateUser', {
      ...ownOrMissing,
      summary: 'Changes what is sent of the own profile',
      description:
        'The id has to be the own one. Before verification there is no picture and no handle. JSON and urlencoded bodies carry the texts alone; a picture needs multipart.',
      upload: uploadOf(updateProfileSchema, { dp: 1 }),
      async allow({ caller, params: { id }, services }) {
        await services.profiles.requireMayUpdate(caller, id);
      },
      limit: (caller) => (caller?.isVerified ? ['changes'] : ['changes', 'unverifiedChanges']),
      answer: ownUserSchema,
      says: 'The user.',
      run: async ({ caller, files, form, params: { id }, services }) =>
        shapes.ownUser(await services.profiles.updateUser(caller, id, form, pictureOf(files, 'dp'))),
    }),
    operation('GET /user/{id}/portfolio/', 'getPortfolio', {
      ...ofUser,
      summary: 'A user with their apps in one answer',
      description: 'For a page of the own that shows what one has built.',
      answer: portfolioSchema,
      says: 'The portfolio.',
      async run({ params: { id }, services }) {
        const user = await requireUser(services, id);
        const newest = { ownerId: user.id, limit: portfolioApps, withLimited: true };
        const { count, items } = await services.apps.listApps(newest);
        return {
          url: siteUrl + urls.profileOf(user),
          user: shapes.user(user),
          apps: items.map(shapes.app),
          apps_count: count,
        };
      },
    }),
    operation('GET /user/{id}/views/', 'getUserViews', {
      ...ownOrMissing,
      summary: 'How often the own profile was viewed, by day',
      description: 'Of the last 30 days. The id has to be the own one.',
      answer: viewCountsSchema,
      says: 'The views.',
      async run({ caller, params: { id }, services }) {
        requireSelf(caller, id);
        return await services.views.viewsOf(id, viewDays);
      },
    }),
    operation('POST /user/{id}/export/', 'exportOwnData', {
      ...own,
      summary: 'Everything that is kept of oneself: a ZIP of data.json and the pictures',
      description: 'Three a day, one at a time.',
      form: confirmPasswordSchema,
      key: 'It changes nothing, and its answer is a file.',
      answer: z.never(),
      says: 'The ZIP.',
      answers: {
        200: {
          description: 'The ZIP.',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
      },
      async run({ c, caller, form, params: { id }, services }) {
        requireSelf(caller, id);
        const zip = await services.ownData.exportOwnData(caller, form.password);
        return c.body(Readable.toWeb(zip) as ReadableStream, 200, {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${exportFileName(brand.name)}"`,
        });
      },
    }),
    action('POST /user/{id}/delete/', 'deleteAccount', {
      ...own,
      summary: 'Deletes the own account with its apps, pictures and sessions',
      description: 'The id has to be the own one. It cannot be undone.',
      form: confirmPasswordSchema,
      // The deletion ends the login: the password in the body authorizes.
      key: ofNobody(),
      says: 'Deleted.',
      async run({ caller, form, params: { id }, services }) {
        requireSelf(caller, id);
        await services.ownData.deleteAccount(caller, form.password);
      },
    }),
    operation('GET /timeline/', 'listTimeline', {
      tag: 'Users',
      summary: "A user's timeline, newest first",
      description: 'When the user signed up, was verified and listed apps.',
      who: anybody,
      query: z.object({
        user: z
          .uuid("'user' must be the id of a user.")
          .toLowerCase()
          .meta({ description: 'Id of the user.' }),
        ...paging.shape,
      }),
      answer: pagedSchema(timelineEntrySchema, 'PagedTimeline'),
      says: 'One page of entries.',
      refuses: [404],
      showsContacts: true,
      async run({ page, query: { cursor, user }, services }) {
        await requireUser(services, user);
        return page(await services.apps.listActivity({ userId: user, cursor }), shapes.timelineEntry);
      },
    }),
  ];
}

// Releases and screenshots of apps.
import { z } from 'zod';
import { doneSchema } from '../../../shared/schemas/accounts.ts';
import { createVersionSchema, updateVersionSchema } from '../../../shared/schemas/app-forms.ts';
import { screenshotSchema, versionSchema } from '../../../shared/schemas/apps.ts';
import { messages } from '../../../shared/text/messages.ts';
import { requireVerified } from '../../apps/find-app.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import type { ApiContext } from '../environment.ts';
import { pictureOf, uploadOf } from '../middleware/body.ts';
import { anybody, member } from '../middleware/caller.ts';
import { done } from '../middleware/once.ts';
import {
  action,
  atomicOperation,
  idOf,
  operation,
  pagedSchema,
  paging,
  type Operation,
} from '../operation.ts';

const versionId = idOf('release');
const screenshotId = idOf('screenshot');

/** The last one where there are several. */
const sentPicture = (files: Upload['files']) => pictureOf(files, 'screenshots', 'screenshot');

const ofScreenshot = {
  tag: 'Screenshots',
  who: member,
  params: screenshotId,
  limit: ['changes'],
  refuses: [403, 404],
} as const;
const ofRelease = {
  tag: 'Versions',
  who: member,
  scope: 'releases',
  params: versionId,
  limit: ['changes'],
  refuses: [403, 404],
} as const;

export function releaseOperations({ shapes }: ApiContext): Operation[] {
  return [
    atomicOperation('POST /app/version/', 'createVersion', {
      tag: 'Versions',
      summary: "Lists a new version of one's own app; it becomes the current one",
      description:
        'Only the owner may. The newest release is the current version of the app. A date without a zone is in Lagos.',
      who: member,
      scope: 'releases',
      upload: uploadOf(createVersionSchema),
      allow: ({ caller }) => requireVerified(caller),
      limit: ['releases'],
      status: 201,
      answer: versionSchema,
      says: 'The release.',
      refuses: [403, 404],
      shape: shapes.version,
      run: ({ caller, form, services }) => services.versions.releaseVersion(caller, form),
    }),
    operation('GET /app/version/', 'listVersions', {
      tag: 'Versions',
      summary: 'Releases, newest first: of one app, or of all',
      description: 'Without `app` the releases of all apps. Of an app that is not there the list is empty.',
      who: anybody,
      query: z.object({
        app: z
          .uuid("'app' must be the id of an app.")
          .toLowerCase()
          .optional()
          .meta({ description: 'Id of the app.' }),
        ...paging.shape,
      }),
      answer: pagedSchema(versionSchema, 'PagedVersions'),
      says: 'One page of releases.',
      run: async ({ page, query: { app, cursor }, services }) =>
        page(await services.versions.listVersions({ appId: app, cursor }), shapes.version),
    }),
    operation('GET /app/version/{id}/', 'getVersion', {
      tag: 'Versions',
      summary: 'One release',
      description: 'Of an app that everybody may see.',
      who: anybody,
      params: versionId,
      answer: versionSchema,
      says: 'The release.',
      refuses: [404],
      async run({ params, services }) {
        const release = await services.versions.findVersion(params.id);
        if (!release) throw new AppError(404, messages.app.releaseMissing);
        return shapes.version(release);
      },
    }),
    operation('PATCH /app/version/{id}/', 'updateVersion', {
      ...ofRelease,
      summary: "Changes what is sent of a release of one's own app",
      description: 'Only the owner may.',
      upload: uploadOf(updateVersionSchema),
      allow: ({ caller, params, services }) => services.versions.requireMayChange(caller, params.id),
      answer: versionSchema,
      says: 'The release.',
      run: async ({ caller, form, params, services }) =>
        shapes.version(await services.versions.updateVersion(caller, params.id, form)),
    }),
    action('DELETE /app/version/{id}/', 'deleteVersion', {
      ...ofRelease,
      summary: "Deletes a release of one's own app; the newest of the others becomes the current one",
      description:
        'Only the owner may. Asked again within a day it answers the same. The only release of an app cannot be deleted.',
      says: 'Deleted.',
      run: ({ caller, params, services }) => services.versions.deleteVersion(caller, params.id),
    }),
    operation('GET /app/screenshot/{id}/', 'getScreenshot', {
      tag: 'Screenshots',
      summary: 'One screenshot',
      description: 'The address of the picture changes when the picture does.',
      who: anybody,
      params: screenshotId,
      answer: screenshotSchema,
      says: 'The screenshot.',
      refuses: [404],
      async run({ params, services }) {
        const screenshot = await services.screenshots.findScreenshot(params.id);
        if (!screenshot) throw new AppError(404, messages.app.screenshotMissing);
        return shapes.screenshot(screenshot);
      },
    }),
    operation('PATCH /app/screenshot/{id}/update/', 'replaceScreenshot', {
      ...ofScreenshot,
      scope: 'edit',
      summary: 'Puts another picture in its place',
      description:
        'Only the owner of the app may. The id stays, the address of the picture changes. A file needs multipart.',
      upload: uploadOf(z.object({}), { screenshots: 1 }, ['screenshots']),
      allow: ({ caller, params, services }) => services.screenshots.requireMayChange(caller, params.id),
      answer: screenshotSchema,
      says: 'The screenshot.',
      async run({ caller, files, params, services }) {
        const picture = sentPicture(files);
        if (!picture) throw fieldError('screenshots', 'Choose an image.');
        return shapes.screenshot(await services.screenshots.replaceScreenshot(caller, params.id, picture));
      },
    }),
    action('DELETE /app/screenshot/{id}/delete/', 'deleteScreenshot', {
      ...ofScreenshot,
      scope: 'edit',
      summary: 'Deletes a screenshot',
      description: 'Only the owner of the app may.',
      says: 'Deleted.',
      run: ({ caller, params, services }) => services.screenshots.deleteScreenshot(caller, params.id),
    }),
    operation('PATCH /app/screenshot/{id}/delete/', 'replaceOrDeleteScreenshot', {
      ...ofScreenshot,
      summary: 'With a file replaces a screenshot, without one deletes it; kept for older clients',
      description: 'New clients use `PATCH …/update/` and `DELETE …/delete/`.',
      upload: uploadOf(z.object({}), { screenshots: 1 }),
      allow: ({ caller, params, services }) => services.screenshots.requireMayDelete(caller, params.id),
      answer: z.union([screenshotSchema, doneSchema]),
      says: 'Replaced or deleted.',
      example: done,
      async run({ caller, files, params: { id }, services: { screenshots } }) {
        const picture = sentPicture(files);
        if (picture) return shapes.screenshot(await screenshots.replaceScreenshot(caller, id, picture));
        await screenshots.deleteScreenshot(caller, id);
        return done;
      },
    }),
  ];
}

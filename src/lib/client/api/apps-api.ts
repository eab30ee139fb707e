// The routes of apps, their screenshots and releases.
import { appSchema, screenshotSchema, versionSchema } from '../../shared/schemas/apps.ts';
import { z } from '../../shared/zod.ts';
import { callApi, doneSchema } from './api.ts';

/** The part of an app's answer that forms use. */
const changedApp = appSchema
  .pick({ id: true, name: true, name_id: true, description: true, logo: true, screenshot: true })
  // A server of the version before leaves it out.
  .extend({ state: appSchema.shape.state.optional() });
export type ChangedApp = z.output<typeof changedApp>;

const names = z.array(z.string());
const appPath = (id: string) => `/app/${encodeURIComponent(id)}/`;
const screenshotPath = (id: string) => `/app/screenshot/${encodeURIComponent(id)}/`;
const versionPath = (id: string) => `/app/version/${encodeURIComponent(id)}/`;

type Progress = (part: number) => void;

export const appsApi = {
  create: (body: FormData, onProgress: Progress) =>
    callApi('POST', '/app/', changedApp, { body, onProgress }),

  update: (id: string, body: Record<string, string> | FormData, onProgress?: Progress) =>
    callApi('PATCH', appPath(id), changedApp, { body, onProgress }),

  remove: (id: string) => callApi('DELETE', appPath(id), doneSchema),

  exists: (name: string) =>
    callApi('GET', `/app/exists/?name=${encodeURIComponent(name)}`, z.object({ exists: z.boolean() })),

  categories: () => callApi('GET', '/app/category_list/', names, { anonymous: true }),

  replaceScreenshot: (id: string, body: FormData, onProgress: Progress) =>
    callApi('PATCH', `${screenshotPath(id)}update/`, screenshotSchema, { body, onProgress }),

  removeScreenshot: (id: string) => callApi('DELETE', `${screenshotPath(id)}delete/`, doneSchema),

  addVersion: (body: Record<string, string>) => callApi('POST', '/app/version/', versionSchema, { body }),

  updateVersion: (id: string, body: Record<string, string>) =>
    callApi('PATCH', versionPath(id), versionSchema, { body }),

  removeVersion: (id: string) => callApi('DELETE', versionPath(id), doneSchema),
};

// Listings and picture files for the browser tests.
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type APIRequestContext } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { pairOf } from './browser.ts';
import { picture } from './pictures.ts';

export function newName(): string {
  return `App ${randomUUID().slice(0, 18)}`;
}

interface PictureFile {
  path: string;
  bytes: Buffer;
}

/** Creates a picture file on the disk, for file inputs. */
export async function pictureFile(
  name: string,
  width: number,
  height: number,
  format: 'png' | 'jpeg' = 'png',
): Promise<PictureFile> {
  // Playwright empties the folder at the next run.
  const folder = test.info().outputPath('pictures', randomUUID());
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const bytes = await picture(width, height, '#008751', format);
  await writeFile(path, bytes);
  return { path, bytes };
}

/** Lists an app through the API. */
export async function listApp(
  request: APIRequestContext,
  email: string,
  { screenshots = 0, logo = false, name = newName(), website = 'https://myapp.ng' } = {},
): Promise<AppJson> {
  const { access } = await pairOf(request, email);
  const body = new FormData();
  body.set('name', name);
  body.set('description', 'An app for a test.');
  body.set('website', website);
  body.set('category', 'Music');
  if (logo) body.set('logo', new File([new Uint8Array(await picture(200, 200))], 'logo.png'));
  for (let index = 0; index < screenshots; index += 1)
    body.append('screenshot', new File([new Uint8Array(await picture(200 + index, 400))], 'shot.png'));
  const answer = await request.post('/api/v1/app/', {
    multipart: body,
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as AppJson;
}

export async function appNamed(request: APIRequestContext, nameId: string): Promise<AppJson> {
  return (await (await request.get(`/api/v1/app/${nameId}/`)).json()) as AppJson;
}

import { expect } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { Person } from './people.ts';
import { picture } from './pictures.ts';
import { sendForm } from './send-form.ts';
import type { TestApi } from './test-api.ts';

/** Lists an app with a logo and two screenshots. */
export async function listWithPictures(
  api: TestApi,
  owner: Person,
  name: string,
  colour: string,
): Promise<AppJson> {
  const values = {
    name,
    description: 'An app with pictures.',
    website: 'https://myapp.ng',
    logo: await picture(200, 200, colour),
    screenshot: [await picture(300, 600, colour), await picture(310, 600, colour)],
  };
  const { status, body } = await sendForm<AppJson>(api, 'POST', '/app/', values, owner);
  expect(status, body.error).toBe(201);
  return body;
}

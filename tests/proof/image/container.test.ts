// Property: the Dockerfile builds an image that serves, on a read-only root, as an ordinary user without capabilities.
// buildah builds it, without Docker. Where no registry gives the base image, one of the same name is made of a bare
// Debian 12 with the project's own Node. Needs root, and `apt-get install buildah debootstrap`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../support/pictures.ts';
import {
  createImageStore,
  missingForImages,
  type ImageStore,
} from '../../support/bare-machine/image-store.ts';
import { startContainer } from '../../support/bare-machine/container.ts';

const missing = missingForImages();
if (missing !== null) console.log(`Left out: the image, because ${missing}`);

const hour = 3_600_000;

describe.skipIf(missing !== null)('The image', () => {
  let folder: string;
  let store: ImageStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-image-'));
    store = createImageStore(folder);
    await store.makeBase();
  }, hour);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test('Serves a listing on a read-only root, and ends well', { timeout: hour }, async () => {
    const began = performance.now();
    await store.build();
    console.log(`image: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    const { settings, root } = await store.open();
    expect(settings.User).toBe('node');
    const container = await startContainer({ root, settings, data: join(folder, 'data') });
    try {
      expect(container.exec(settings.Healthcheck?.Test.slice(1) ?? []).status).toBe(0);
      expect(container.exec(['touch', '/app/x']).stderr).toContain('Read-only file system');
      const api = `${container.origin}/api/v1`;
      const send = (path: string, value: unknown) =>
        fetch(api + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(value),
        });
      const email = 'ada@example.com';
      const person = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
      expect((await send('/user/', person)).status).toBe(201);
      // As docs/operations.md reads mails of a container.
      const mail = () => /^([A-Z0-9]{8})\s*$/m.exec(container.exec(['npm', 'run', 'mail']).stdout)?.[1];
      await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
      const verified = await send('/user/verify/', { email, code: mail() });
      const { data } = (await verified.json()) as { data: { access: string } };
      const form = new FormData();
      form.append('name', 'Shipped');
      form.append('description', 'Listed in a container.');
      form.append('website', 'https://myapp.ng');
      form.append('logo', new Blob([new Uint8Array(await picture(300, 300))]), 'logo.png');
      const headers = { authorization: `Bearer ${data.access}` };
      const listed = await fetch(`${api}/app/`, { method: 'POST', body: form, headers });
      expect(listed.status).toBe(201);
      const { name_id } = (await listed.json()) as { name_id: string };
      const page = await fetch(`${container.origin}/app/${name_id}`);
      expect([page.status, (await page.text()).includes('Listed in a container.')]).toEqual([200, true]);
    } finally {
      expect(await container.stop()).toBe(0);
    }
  });
});

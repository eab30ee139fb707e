// The export of an account, and the password that export and deletion ask for.
import { readdir, readlink } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putProof } from '../../src/lib/server/proofs/proof-writes.ts';
import { listWithPictures } from '../support/app-with-pictures.ts';
import { addPasskey } from '../support/factors.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';

interface Exported {
  user: Record<string, unknown>;
  earlier_handles: string[];
  apps: { name: string; logo: string; screenshot: { image: string }[]; versions: object[] }[];
  timeline: { category: string }[];
  sessions: object[];
  role: string;
  notice_settings: object | null;
  follows: object[];
  saved_apps: object[];
  proofs: object[];
  second_factors: object;
  security_events: { event: string }[];
}

describe.each(engines)('Own data on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let other: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    ada = await createPerson(api);
    expect((await api.post('/token/', { email: ada.email, password })).status).toBe(200);
    other = await createPerson(api);
    await listWithPictures(api, ada, 'Taken Along', '#112233');
    const profile = {
      dp: await picture(300, 300, '#445566'),
      show_email: 'false',
      handle: 'ada',
      tags: 'Go',
    };
    await sendForm(api, 'PATCH', `/user/${ada.id}/`, profile, ada);
    await sendForm(api, 'PATCH', `/user/${ada.id}/`, { handle: 'ada-obi' }, ada);
  });
  afterAll(() => api.product.dispose());

  async function exported(person: Person) {
    const response = await api.raw(`/user/${person.id}/export/`, { password }, person.access);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="naijabuilt-data.zip"');
    const files = await readZip(Buffer.from(await response.arrayBuffer()));
    return { files, data: JSON.parse(files.get('data.json')?.toString() ?? '') as Exported };
  }

  /** One picture 500 times, more than fits into the buffers of the streams. */
  async function everyPicture() {
    const found = await api.product.services.apps.listApps({ ownerId: ada.id });
    const [first] = found.items.flatMap((one) => one.screenshots);
    if (!first) throw new Error('No picture.');
    return Array.from({ length: 500 }, (_, index) => ({ name: `${index}.jpg`, picture: first.picture }));
  }

  test('Exports what somebody follows, saves and has proved, and which mails are wanted', async () => {
    const { follows, saved } = api.product.services;
    const caller = { userId: ada.id };
    const none = (await exported(other)).data;
    expect([none.notice_settings, none.follows, none.saved_apps, none.proofs]).toEqual([null, [], [], []]);
    const [app] = (await api.product.services.apps.listApps({ ownerId: ada.id })).items;
    const appId = app?.id ?? '';
    await follows.follow(caller, { subject: `user:${other.id}`, follow: true });
    await follows.changeNotices(caller, { release_mail: 'soon' });
    await saved.mergeSaved(caller, [{ id: appId, clock: 1, saved: true }]);
    await api.product.db.write((trx) =>
      putProof(
        trx,
        { appId, userId: ada.id },
        { state: 'proved', way: 'dns', name: 'taken.test', token: 'naijabuilt-secret', checked_at: 1 },
        2,
      ),
    );
    const { data } = await exported(ada);
    expect(data.notice_settings).toMatchObject({ release_mail: 'soon', app_mail: 'weekly' });
    expect(data.follows).toMatchObject([{ subject: `user:${other.id}` }]);
    expect(data.saved_apps).toMatchObject([{ app: appId, saved: true }]);
    expect(data.proofs).toEqual([
      {
        app: appId,
        state: 'proved',
        way: 'dns',
        name: 'taken.test',
        checked_at: '1970-01-01T00:00:00.001Z',
        created_at: '1970-01-01T00:00:00.002Z',
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('naijabuilt-secret');
  });

  test('Exports the profile, the apps and every picture', async () => {
    const { passkey } = await addPasskey(api, ada);
    const { files, data } = await exported(ada);
    expect(data.user).toMatchObject({ email: ada.email, show_email: false, handle: 'ada-obi', tags: ['Go'] });
    expect(data.earlier_handles).toEqual(['ada']);
    expect(data.apps).toMatchObject([{ name: 'Taken Along', versions: [{ version: '0.1.0' }] }]);
    expect(data.timeline.map(({ category }) => category)).toEqual(['LIST_APP', 'ACCOUNT_VERIFIED', 'SIGNUP']);
    expect(data.sessions).toHaveLength(2);
    expect(data.security_events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account.created', 'account.verified', 'login.succeeded', 'account.exported']),
    );
    const named = [
      String(data.user['dp']),
      ...data.apps.flatMap((one) => [one.logo, ...one.screenshot.map(({ image }) => image)]),
    ];
    expect([...files.keys()].sort()).toEqual(['data.json', ...named].sort());
    expect(named).toHaveLength(4);
    for (const name of named) expect((await sharp(files.get(name)).metadata()).width).toBeGreaterThan(100);
    expect(data.role).toBe('member');
    expect(data.second_factors).toMatchObject({
      passkeys: [{ name: 'Phone', last_used_at: null }],
      authenticator: null,
      recovery_codes: { left: 10 },
    });
    const text = files.get('data.json')?.toString() ?? '';
    for (const secret of ['argon2', 'nbr_', 'code_hash', other.email, passkey.id])
      expect(text).not.toContain(secret);
  });

  // Linux tells which files a process has open.
  test.runIf(process.platform === 'linux')(
    'Closes all files when a download of an export is aborted',
    async () => {
      const open = async () =>
        (
          await Promise.all(
            (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
          )
        ).filter((file) => file.includes(`${api.product.config.dataDir}/media/`));
      const { pictures, text } = { pictures: await everyPicture(), text: 'x'.repeat(1_000_000) };
      const stream = api.product.services.ownData.pack([text], pictures);
      for await (const chunk of stream) {
        expect(chunk).toBeInstanceOf(Buffer);
        if ((await open()).length > 0) break;
      }
      await expect.poll(open).toEqual([]);
    },
  );

  test.each(['export', 'delete'])(
    'Allows %s only for the own account, and only with the password',
    async (what) => {
      const path = `/user/${ada.id}/${what}/`;
      expect((await api.post(path, { password })).status).toBe(401);
      expect((await api.post(path, { password }, other.access)).status).toBe(403);
      expect(await api.post(path, {}, ada.access)).toMatchObject({
        status: 400,
        body: { fields: { password: 'Enter your password.' } },
      });
      expect(await api.post(path, { password: 'wrong password' }, ada.access)).toMatchObject({
        status: 400,
        body: { error: 'This is not your password.', fields: { password: 'This is not your password.' } },
      });
      expect((await api.request(`/user/${ada.id}/`)).status).toBe(200);
      expect(api.faults).toEqual([]);
    },
  );
});

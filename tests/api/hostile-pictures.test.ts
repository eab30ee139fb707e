// Pictures that are made to cost much, as an upload sends them. `npm run proof -- pictures` sends many more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appClient } from '../support/app-client.ts';
import { emptyBlocks, endlessJpeg, hostilePng, textBomb } from '../support/hostile-pictures.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let owner: Person;
const { created, send, valid } = appClient(() => ({ api, owner }));

beforeAll(async () => {
  api = await createTestApi('sqlite', { rateLimit: false });
  owner = await createPerson(api);
});
afterAll(() => api.product.dispose());

test('Does not unpack the texts of a PNG', async () => {
  const bomb = textBomb();
  const before = process.cpuUsage();
  const app = await created({ logo: bomb, screenshot: [bomb, bomb, bomb, bomb] });
  const { user, system } = process.cpuUsage(before);
  expect(app.screenshot).toHaveLength(4);
  // Five of them took 10 s.
  expect((user + system) / 1_000).toBeLessThan(2_000);
});

test.each([
  ['a JPEG without an end', endlessJpeg(), 400],
  ['a profile of empty blocks', emptyBlocks(), 201],
])('Goes once through %s', async (_what, logo, status) => {
  const before = process.cpuUsage();
  for (let time = 0; time < 5; time += 1)
    expect(await send('POST', '/app/', { ...valid(), logo }, owner)).toMatchObject({ status });
  const { user, system } = process.cpuUsage(before);
  // Each took 0.3 s of the thread that answers everybody.
  expect((user + system) / 1_000).toBeLessThan(1_200);
});

test('Refuses a picture that takes too much work to read with a sentence beside its field', async () => {
  const deep = hostilePng({ width: 5_000, height: 5_000, depth: 16, type: 6 });
  expect(await send('POST', '/app/', { ...valid(), logo: deep }, owner)).toMatchObject({
    status: 400,
    body: {
      error: 'This image takes too much work to read. Make it smaller, or save it as an ordinary .jpg.',
    },
  });
});

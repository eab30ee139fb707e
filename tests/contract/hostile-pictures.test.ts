// Pictures that are made to cost much, as an upload sends them. `npm run proof -- pictures` sends many more.
import { expect, test } from 'vitest';
import { emptyBlocks, endlessJpeg, hostilePng, textBomb } from '../harness/hostile-pictures.ts';
import { startProduct } from '../harness/product.ts';

const { client, people } = await startProduct();
const owner = client.as(await people.verified());
let count = 0;
const list = (pictures: object) =>
  owner.post('/app/', {
    name: `Hostile ${String((count += 1))}`,
    description: 'Has pictures.',
    website: 'https://myapp.ng',
    ...pictures,
  });

const bomb = textBomb();
test.each([
  ['does not unpack the texts of a PNG', { logo: bomb, screenshot: [bomb, bomb, bomb, bomb] }, 201],
  ['stops at the end of a JPEG without an end', { logo: endlessJpeg() }, 400],
  ['takes a picture whose profile is of empty blocks', { logo: emptyBlocks() }, 201],
])('The product %s', async (_what, pictures, status) => {
  const before = process.cpuUsage();
  expect((await list(pictures)).status).toBe(status);
  const { user, system } = process.cpuUsage(before);
  // Unpacked, the texts take 60 s of a processor. The proof measures what smaller differences come to.
  expect((user + system) / 1_000_000).toBeLessThan(10);
});

test('Refuses a picture that takes too much work to read', async () => {
  const { status, body } = await list({
    logo: hostilePng({ width: 5_000, height: 5_000, depth: 16, type: 6 }),
  });
  const sentence = 'This image takes too much work to read. Make it smaller, or save it as an ordinary .jpg.';
  expect([status, body.error]).toEqual([400, sentence]);
});

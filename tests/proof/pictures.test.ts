// Property: no PNG or JPEG takes more than 300 ms of a processor to decode, and uploads of honest people are answered
// while hostile ones arrive.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../src/lib/server/platform/errors.ts';
import { shapePicture } from '../../src/lib/server/media/pixels.ts';
import { createHostilePictures } from '../harness/hostile-pictures.ts';
import { picture } from '../harness/pictures.ts';
import { startServer } from '../harness/process.ts';

const count = Number(process.env['PROOF_PICTURES'] ?? 2_000);
const purposes = ['logo', 'avatar', 'screenshot'] as const;

test(`Decodes or refuses ${count} hostile pictures in at most 300 ms of a processor each`, async () => {
  const pictureOf = await createHostilePictures('hostile');
  const taken: { kind: string; ms: number; isTaken: boolean }[] = [];
  for (let number = 0; number < count; number += 1) {
    const { kind, bytes } = pictureOf(number);
    const before = process.cpuUsage();
    const isTaken = await shapePicture(bytes, purposes[number % 3] ?? 'logo').then(
      () => true,
      (error: unknown) => {
        // Any other error is a fault.
        if (error instanceof AppError && error.status < 500) return false;
        throw error;
      },
    );
    const { user, system } = process.cpuUsage(before);
    taken.push({ kind, ms: Math.round((user + system) / 1_000), isTaken });
  }
  const slowest = taken.toSorted((one, other) => other.ms - one.ms).slice(0, 5);
  const accepted = taken.filter(({ isTaken }) => isTaken).length;
  console.log(`${count} pictures, ${accepted} accepted; the slowest:`, slowest);
  expect(accepted).toBeGreaterThan(count / 10);
  expect(slowest.filter(({ ms }) => ms > 300)).toEqual([]);
});

test('Answers an honest upload within 2 s while six senders upload hostile pictures', async () => {
  const pictureOf = await createHostilePictures('beside');
  const hostile = Array.from({ length: 300 }, (_, number) => pictureOf(number).bytes);
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  const server = await startServer({ DATA_DIR: folder });
  try {
    const by = async () => server.client.as(await server.people.verified());
    const [attacker, honest] = [await by(), await by()];
    const upload = (client: typeof honest, name: string, logo: Uint8Array) =>
      client.post('/app/', { name, description: 'Does one thing.', website: 'https://myapp.ng', logo });

    const statuses: Record<number, number> = {};
    let sent = 0;
    const attack = Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let bytes = hostile[sent]; bytes; bytes = hostile[sent]) {
          sent += 1;
          const { status } = await upload(attacker, `Hostile ${sent}`, bytes);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }),
    );
    const waits: number[] = [];
    while (sent < hostile.length) {
      const logo = await picture(600, 600);
      const began = performance.now();
      expect(await upload(honest, `Honest ${waits.length}`, logo)).toMatchObject({ status: 201 });
      waits.push(Math.round(performance.now() - began));
    }
    await attack;
    console.log(
      `${hostile.length} hostile uploads by status:`,
      statuses,
      `${waits.length} honest ones, the slowest in ${Math.max(...waits)} ms; ${server.peakMemory().toFixed(0)} MB`,
    );
    expect(waits.length).toBeGreaterThan(2);
    expect(Math.max(...waits)).toBeLessThan(2_000);
    expect(Object.keys(statuses).filter((status) => !['201', '400', '413'].includes(status))).toEqual([]);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

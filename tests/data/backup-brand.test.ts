// The operator's name, logo and texts in a backup.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../scripts/data/backup.ts';
import { restore } from '../../scripts/data/restore.ts';
import { readBrand } from '../../src/lib/server/platform/brand/read-brand.ts';
import { createTestProduct } from '../support/test-product.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-brand-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('A restore brings the name, logo and texts of the operator back', async () => {
  const { config, ...product } = await createTestProduct('sqlite');
  onTestFinished(() => product.dispose());
  const [brand, folder] = [join(config.dataDir, 'brand'), await newFolder()];
  await mkdir(brand);
  await writeFile(join(brand, 'brand.json'), JSON.stringify({ name: 'GhanaBuilt', country: 'Ghana' }));
  await writeFile(join(brand, 'terms.md'), '# Terms\n\nBe kind.');
  await writeFile(join(brand, 'terms.md~'), 'Left by an editor.');
  const { manifest, name } = await backUp({ config, folder });
  const names = manifest.files.map((file) => file.name);
  expect(names.filter((one) => one.startsWith('brand'))).toEqual(['brand/brand.json', 'brand/terms.md']);

  const place = { ...config, dataDir: await newFolder() };
  await restore({ config: place, folder });
  expect((await readdir(join(place.dataDir, 'brand'))).sort()).toEqual(['brand.json', 'terms.md']);
  expect(readBrand(place.dataDir).brand).toMatchObject({ name: 'GhanaBuilt', terms: { title: 'Terms' } });
  const again = { ...config, dataDir: await newFolder() };
  await mkdir(join(again.dataDir, 'brand'));
  await expect(restore({ config: again, folder })).rejects.toThrow('brand is there already');
  await writeFile(join(folder, name, 'brand', 'terms.md'), '# Other terms');
  const damaged = { ...config, dataDir: await newFolder() };
  await expect(restore({ config: damaged, folder })).rejects.toThrow('missing or damaged');
});

// From the commit of a suspension on nothing of the account is public, whatever follows it later.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSmallDirectory, type SmallDirectory } from '../support/every-write.ts';
import { ruling } from '../support/desk-cases.ts';
import { pausedJobs } from '../support/paused-jobs.ts';
import { publicAddresses } from '../support/public-addresses.ts';
import { createStaff } from '../support/staff.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('The listings of a suspended account on %s', (engine) => {
  let directory: SmallDirectory;
  beforeAll(async () => {
    directory = await createSmallDirectory(engine);
  });
  afterAll(() => directory.site.dispose());

  test('No public address shows them, before any job ran', async () => {
    const { bola, known, site } = directory;
    const { api, product } = site;
    const exports = ['/export/apps.ndjson', '/export/apps.csv'];
    const found = ['/search?q=kaduna', '/api/v1/app/?search=kaduna'];
    const paths = [...(await publicAddresses(site, known)), ...found, ...exports];
    /** Makes the exports as upkeep does, and lists the addresses that answer with the app of the account. */
    const showing = async () => {
      directory.pass(10 * 60_000);
      await product.services.openData.makeExportIfDue();
      const shown: string[] = [];
      for (const path of paths) {
        const { status, text } = await site.get(path);
        if (status === 200 && /Kaduna|\/app\/kaduna\b/.test(text)) shown.push(path);
      }
      return shown;
    };
    const lists = [
      '/',
      '/apps',
      '/feeds/apps.xml',
      expect.stringMatching(/^.sitemaps.apps/) as string,
      '/api/v1/app/',
      ...found,
    ];
    expect(await showing()).toEqual(expect.arrayContaining([...lists, ...exports]));
    const jobs = pausedJobs(product);
    const staff = await createStaff(api, 'admin');
    const form = { action: 'suspend', ...ruling, account: bola.id };
    expect((await api.post('/desk/bulk/', form, staff.access)).status).toBe(201);
    expect(await showing()).toEqual([]);
    jobs.release();
  });
});

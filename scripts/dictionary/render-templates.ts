import { compose } from '../../src/compose.ts';
import { createAstroRenderer } from '../../src/lib/server/edge/render/astro-renderer.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { readerOf } from '../../src/lib/server/platform/reads/reader.ts';
import { recordReads, type Reads } from '../../src/lib/server/platform/reads/reads.ts';
import { createBinder } from '../../src/lib/server/platform/reads/slices.ts';
import { fillDirectory, madeAt, siteUrl } from './made-up.ts';

/** What `astro build` makes of src/entry.ts. */
export type PagesEntry = Pick<typeof import('../../src/entry.ts'), 'handler'>;

/** Renders a page of each kind, without an operator's own brand. @param dataDir an empty folder */
export async function renderTemplates(entry: PagesEntry, dataDir: string): Promise<string[]> {
  const config = parseConfig({ DATA_DIR: dataDir, SITE_URL: siteUrl, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
  const clock = (): number => madeAt;
  const product = await compose(config, { clock, syncCommits: false, wakeMail: () => undefined });
  try {
    const bind = createBinder(product.slices);
    const render = createAstroRenderer(entry.handler, {
      bindServices: (reads: Reads) => bind(readerOf(product.db, reads)),
      settings: config,
      reportFault: ({ error }) => {
        throw error;
      },
      clock,
    });
    const pages: string[] = [];
    const targets = await fillDirectory(product.services);
    for (const target of targets) {
      const { status, body } = await render({ target, id: target }, recordReads());
      if (status !== 200) throw new Error(`${target} answered ${String(status)}.`);
      pages.push(body.toString());
    }
    return pages;
  } finally {
    await product.close();
  }
}

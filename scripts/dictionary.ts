// Makes the compression dictionary of a build (docs/decisions/029-dictionaries.md): renders its pages with made-up
// data, takes the data out, and keeps every text that remains once. scripts/build.ts runs it before the files are
// compressed.
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dictionaryName } from '../src/lib/server/http/build-files.ts';
import { compose } from '../src/compose.ts';
import { renderPage } from '../src/lib/server/http/pages.ts';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { recordReads } from '../src/lib/server/platform/reads/reads.ts';
import { fillDirectory, madeAt, siteUrl } from './dictionary/made-up.ts';
import { eachTextOnce, withoutData } from './dictionary/shared-text.ts';

/** Bytes of a text that is worth a reference. Shorter ones stay where they are, so that longer ones remain whole. */
const shortestReference = 64;

/** What `astro build` makes of src/entry.ts. */
type PagesEntry = Pick<typeof import('../src/entry.ts'), 'render'>;

/** Renders a page of each kind, without an operator's own brand. @param dataDir an empty folder */
async function renderTemplates(entry: PagesEntry, dataDir: string): Promise<string[]> {
  const config = parseConfig({ DATA_DIR: dataDir, SITE_URL: siteUrl, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
  const clock = (): number => madeAt;
  const product = await compose(config, { clock, syncCommits: false });
  try {
    const log = {
      error(_message: string, { error }: { error?: unknown } = {}) {
        throw error;
      },
    };
    const pages: string[] = [];
    const targets = await fillDirectory(product.services);
    for (const target of targets) {
      const { status, body } = await renderPage(
        { ...product, log, pages: entry },
        { target, id: target },
        recordReads(),
      );
      if (status !== 200) throw new Error(`${target} answered ${String(status)}.`);
      pages.push(body.toString());
    }
    return pages;
  } finally {
    await product.close();
  }
}

const folder = process.argv[2] ?? 'dist';
const entry = (await import(pathToFileURL(resolve(folder, 'server/entry.mjs')).href)) as PagesEntry;
const dataDir = mkdtempSync(join(tmpdir(), 'naijabuilt-dictionary-'));
try {
  const pages = await renderTemplates(entry, dataDir);
  const bytes = eachTextOnce(pages.map(withoutData), shortestReference);
  // As long as the hashes that Astro puts into names.
  const name = `dictionary.${hash('sha256', bytes, 'base64url').slice(0, 8)}.txt`;
  // The product keeps what it creates to its own user.
  process.umask(0o022);
  writeFileSync(join(folder, 'client/_astro', name), bytes);
  writeFileSync(join(folder, dictionaryName), `/_astro/${name}`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

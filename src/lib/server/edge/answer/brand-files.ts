// Changes the files of a build for an operator's brand: replaces the icons by those of the operator's logo, and marks
// the service worker, so that browsers install a new version whenever the operator's files change.
import type { BrandIconSet } from '../../platform/brand/icons.ts';
import type { HeaderPair } from '../render/rendered-response.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';
import { compressBest, isCompressible } from './compress.ts';
import { encoded, type EncodedResponse } from './finished-response.ts';
import { varyByEncoding } from './variant.ts';

export interface BrandFiles {
  /** A hash of all files of the operator; '' without any. */
  version: string;
  /** Null where the site has the logo of the product. */
  icons: BrandIconSet | null;
}

/** Icons and pictures of the product, which a site with a logo of its own does not show. */
const replaced = /^\/(?:favicon\.(?:svg|ico)|apple-touch-icon\.png|icon-[\w-]+\.png|screenshots\/.+)$/;

/** @param files by path, as `loadStaticFiles` holds them: they are changed */
export async function applyBrand(
  files: Map<string, EncodedResponse>,
  { version, icons }: BrandFiles,
  security: SecurityHeaders,
): Promise<void> {
  if (version !== '') await markWorker(files, version);
  if (!icons) return;
  for (const path of files.keys()) if (replaced.test(path)) files.delete(path);
  for (const { name, type, bytes } of icons.files) {
    const finish = (policy: string): Promise<EncodedResponse> =>
      finishFile([['content-type', type], ['cache-control', policy], ...security.asset], bytes);
    files.set(`${icons.folder}/${name}`, await finish('public, max-age=31536000, immutable'));
    // Browsers ask for some of these paths without having read a page, and earlier feeds and mails link to them.
    const usual = `/${name}`;
    if (replaced.test(usual)) files.set(usual, await finish('public, max-age=3600'));
  }
}

const workerPath = '/sw.js';

/** Browsers compare the bytes of the worker. */
async function markWorker(files: Map<string, EncodedResponse>, version: string): Promise<void> {
  const built = files.get(workerPath);
  if (!built) return;
  const { body, headers } = built.variants.identity;
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (!ofBody.has(name)) pairs.push([name, value]);
  }
  const marked = Buffer.concat([Buffer.from(`self.brand=${JSON.stringify(version)};`), body]);
  files.set(workerPath, await finishFile(pairs, marked));
}

/** Header fields that are computed for each body. */
const ofBody = new Set(['content-length', 'content-encoding', 'etag', 'vary']);

async function finishFile(headers: HeaderPair[], body: Buffer): Promise<EncodedResponse> {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (!isCompressible(type, body.length)) return encoded(200, headers, body, {});
  const [br, gzip] = await Promise.all([compressBest(body, 'br'), compressBest(body, 'gzip')]);
  return encoded(200, varyByEncoding(headers), body, { br, gzip });
}

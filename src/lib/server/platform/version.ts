import { existsSync, readFileSync } from 'node:fs';
import { z } from '../../shared/zod.ts';

const file = new URL('../../../../package.json', import.meta.url);
/** What scripts/build-stamp.ts writes; the development server has none. */
const stamp = new URL('../../../../dist/.built-from', import.meta.url);

/** The version of this program, such as 1.4.0, as `npm version` writes it into package.json. */
export const version: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version;

/**
 * The first digits of the hash of the sources of this build, which tells two builds of a version apart. Read when it is
 * asked for: the first start loads this module before the pages are built.
 */
export const buildHash = (): string => (existsSync(stamp) ? readFileSync(stamp, 'utf8').slice(0, 7) : '');

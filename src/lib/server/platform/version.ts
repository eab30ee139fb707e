import { existsSync, readFileSync } from 'node:fs';
import program from '../../../../package.json' with { type: 'json' };

/** What scripts/build-stamp.ts writes; the development server has none. */
const stamp = new URL('../../../../dist/.built-from', import.meta.url);

/** The version of this program, such as 1.4.0, as `npm version` writes it into package.json. */
export const version: string = program.version;

/**
 * The first digits of the hash of the sources of this build, which tells two builds of a version apart. Read when it is
 * asked for: the first start loads this module before the pages are built.
 */
export const buildHash = (): string => (existsSync(stamp) ? readFileSync(stamp, 'utf8').slice(0, 7) : '');

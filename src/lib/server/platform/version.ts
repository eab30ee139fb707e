import { readFileSync } from 'node:fs';
import { z } from '../../shared/zod.ts';

const file = new URL('../../../../package.json', import.meta.url);

/** The version of this program, such as 1.4.0, as `npm version` writes it into package.json. */
export const version: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version;

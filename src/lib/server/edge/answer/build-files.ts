// The files of this build, and its dictionary.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../../platform/log.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';
import type { BrandFiles } from './brand-files.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import { loadStaticFiles, type StaticFiles } from './static-files.ts';

export interface BuildFiles {
  own: StaticFiles;
  dictionaries: Dictionaries;
}

/** File beside the folder of the browser's files: the path of the build's own dictionary. */
export const dictionaryName = 'dictionary-path';

export interface BuildFilesOptions {
  /** dist/client. */
  clientFolder: string;
  /** What an operator's brand changes of them; nothing where it is left out. */
  brandFiles?: BrandFiles;
  log: Logger;
}

export async function openBuildFiles(
  { clientFolder, brandFiles, log }: BuildFilesOptions,
  security: SecurityHeaders,
): Promise<BuildFiles> {
  const own = await loadStaticFiles(clientFolder, security, brandFiles);
  const path = await readDictionaryPath(clientFolder);
  return { own, dictionaries: createDictionaries({ path, own, log }) };
}

async function readDictionaryPath(clientFolder: string): Promise<string | null> {
  try {
    return await readFile(join(dirname(clientFolder), dictionaryName), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

// The files of this build, and those of other builds that nodes share.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { Exchange, Outcome } from '../gateway/exchange.ts';
import { sendPlain } from '../gateway/refusals.ts';
import { plainResponse } from '../render/rendered-response.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';
import type { BrandFiles } from './brand-files.ts';
import { createDictionaries, type Dictionaries } from './dictionaries.ts';
import { sendFinished } from './finished-response.ts';
import { createOtherBuilds, type OtherBuilds, type OtherBuildsOptions } from './other-builds.ts';
import { hashedFileAnswer, loadStaticFiles, type StaticFiles } from './static-files.ts';

export interface BuildFiles {
  own: StaticFiles;
  /** Null if builds are not shared. */
  others: OtherBuilds | null;
  dictionaries: Dictionaries;
}

/** File beside the folder of the browser's files: the path of the build's own dictionary. */
export const dictionaryName = 'dictionary-path';

export interface BuildFilesOptions {
  /** dist/client. */
  clientFolder: string;
  /** The builds that nodes share; nothing is shared if it is left out. */
  builds?: Pick<OtherBuildsOptions, 'objects' | 'secret'>;
  /** What an operator's brand changes of them; nothing where it is left out. */
  brandFiles?: BrandFiles;
  clock: Clock;
  log: Logger;
}

export async function openBuildFiles(
  { clientFolder, builds, brandFiles, clock, log }: BuildFilesOptions,
  security: SecurityHeaders,
): Promise<BuildFiles> {
  const own = await loadStaticFiles(clientFolder, security, brandFiles);
  const answer: OtherBuildsOptions['answer'] = (file) => hashedFileAnswer(file, security);
  const others = builds ? createOtherBuilds({ ...builds, clock, log, own, answer }) : null;
  const path = await readDictionaryPath(clientFolder);
  return { own, others, dictionaries: createDictionaries({ path, own, others, log }) };
}

async function readDictionaryPath(clientFolder: string): Promise<string | null> {
  try {
    return await readFile(join(dirname(clientFolder), dictionaryName), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Sends the file of this or of another build. @returns null if there is none */
export async function sendBuildFile(
  exchange: Exchange,
  path: string,
  { own, others, dictionaries }: BuildFiles,
  security: SecurityHeaders,
): Promise<Outcome | null> {
  let file = own.get(path);
  if (!file && others && path.startsWith('/_astro/')) {
    try {
      file = (await others.find(path)) ?? undefined;
    } catch {
      // The failed lookup is logged once for all requests.
      const refusal = plainResponse(503, `The file could not be read (${exchange.id}).\n`, [
        ['retry-after', '5'],
      ]);
      return sendPlain(exchange, refusal, security.data);
    }
  }
  if (!file) return null;
  return { ...sendFinished(exchange.request, exchange.response, file, dictionaries), cache: 'none' };
}

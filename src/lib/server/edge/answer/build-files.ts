// The files of this build, and those of other builds that nodes share.
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { Exchange, Outcome } from '../gateway/exchange.ts';
import { sendPlain } from '../gateway/refusals.ts';
import { plainResponse } from '../render/rendered-response.ts';
import type { SecurityHeaders } from '../security/security-headers.ts';
import { sendFinished } from './finished-response.ts';
import { createOtherBuilds, type OtherBuilds, type OtherBuildsOptions } from './other-builds.ts';
import { hashedFileAnswer, loadStaticFiles, type StaticFiles } from './static-files.ts';

export interface BuildFiles {
  own: StaticFiles;
  /** Null where builds are not shared. */
  others: OtherBuilds | null;
}

export interface BuildFilesOptions {
  /** dist/client. */
  clientFolder: string;
  /** What nodes share of builds; nothing where it is left out. */
  builds?: Pick<OtherBuildsOptions, 'objects' | 'secret'>;
  clock: Clock;
  log: Logger;
}

export async function openBuildFiles(
  { clientFolder, builds, clock, log }: BuildFilesOptions,
  security: SecurityHeaders,
): Promise<BuildFiles> {
  const own = await loadStaticFiles(clientFolder, security);
  const answer: OtherBuildsOptions['answer'] = (file) => hashedFileAnswer(file, security);
  return { own, others: builds ? createOtherBuilds({ ...builds, clock, log, own, answer }) : null };
}

/** Sends the file of this or of another build. @returns null where there is none */
export async function sendBuildFile(
  exchange: Exchange,
  path: string,
  { own, others }: BuildFiles,
  security: SecurityHeaders,
): Promise<Outcome | null> {
  let file = own.get(path);
  if (!file && others && path.startsWith('/_astro/')) {
    try {
      file = (await others.find(path)) ?? undefined;
    } catch {
      // The look that failed is in the log, once for all who asked.
      const refusal = plainResponse(503, `The file could not be read (${exchange.id}).\n`, [
        ['retry-after', '5'],
      ]);
      return sendPlain(exchange, refusal, security.data);
    }
  }
  return file ? { ...sendFinished(exchange.request, exchange.response, file), cache: 'none' } : null;
}

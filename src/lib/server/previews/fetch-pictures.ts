// Fetches the pictures that were found, through platform/outbound, and checks and re-encodes them as an upload.
import type { AppPreview } from '../../shared/schemas/previews.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Media } from '../media/index.ts';
import { AppError } from '../platform/errors.ts';
import { outboundBytes, OutboundRefusal } from '../platform/outbound/outbound.ts';
import type { PictureCandidate } from './findings.ts';
import type { Look } from './look.ts';

/** A logo of this side is as good as a larger one. */
const enough = 512;
const tries = { logo: 3, screenshot: 5 };
const most = { logo: 1, screenshot: limits.screenshotsPerApp };

/** Those that say their size first, the nearest to `enough` first; the others as they were found. */
function byWorth(candidates: readonly PictureCandidate[]): PictureCandidate[] {
  const distance = ({ side = 0 }: PictureCandidate): number =>
    side === 0 ? 300 : side >= enough ? side - enough : enough - side;
  return candidates.toSorted((one, other) => distance(one) - distance(other));
}

export async function fetchPictures(
  look: Look,
  media: Pick<Media, 'previewPicture'>,
  candidates: readonly PictureCandidate[],
): Promise<AppPreview['pictures']> {
  const pictures: AppPreview['pictures'] = [];
  const faults: string[] = [];
  for (const kind of ['logo', 'screenshot'] as const) {
    const ofKind = candidates.filter((one) => one.kind === kind);
    const inTurn = (kind === 'logo' ? byWorth(ofKind) : ofKind).slice(0, tries[kind]);
    const wanted = Math.min(most[kind], inTurn.length);
    let found = 0;
    for (const candidate of inTurn) {
      if (found === wanted || look.isOver()) break;
      look.onStep(kind === 'logo' ? 'Fetching the logo' : `Fetching picture ${found + 1} of ${wanted}`);
      const result = await fetchPicture(look, media, candidate);
      if (typeof result === 'string') faults.push(result);
      else pictures.push(result);
      if (typeof result !== 'string') found += 1;
    }
  }
  if (look.isOver())
    look.problems.push('Some pictures were left out, because looking at them took too long.');
  look.problems.push(...new Set(faults));
  return pictures;
}

/** @returns the picture, or the sentence of why there is none */
async function fetchPicture(
  look: Look,
  media: Pick<Media, 'previewPicture'>,
  { kind, source, url }: PictureCandidate,
): Promise<AppPreview['pictures'][number] | string> {
  const host = new URL(url).hostname;
  try {
    const answer = await look.get(url, { maxBytes: outboundBytes.picture, accept: 'image/png,image/jpeg' });
    if (answer.status !== 200) return `A picture at ${host} is missing.`;
    const { data, ...facts } = await media.previewPicture(answer.body, kind);
    return { kind, source, ...facts, data: data.toString('base64') };
  } catch (error) {
    if (error instanceof OutboundRefusal) return `A picture was left out. ${error.message}`;
    if (error instanceof AppError)
      return `A picture at ${host} was left out. It is no JPEG or PNG, or too large.`;
    throw error;
  }
}

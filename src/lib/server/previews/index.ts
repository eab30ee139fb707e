// 'Paste an address': what a website, a store or a repository tells about an app, before it is listed. Nothing that is
// looked at is stored.
import { limits } from '../../shared/schemas/limits.ts';
import { type AppPreview, previewMessages } from '../../shared/schemas/previews.ts';
import type { Caller } from '../accounts/sessions.ts';
import { isOnProfile } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import { previewPicture } from '../media/index.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { outboundBytes, OutboundRefusal } from '../platform/outbound/outbound.ts';
import { within } from '../platform/quotas/rate-limit.ts';
import { beginLook, lookMs, type Look, type LookOptions } from './look.ts';
import { placeOf, readAddress, type ReadAddress } from './read-address.ts';
import { readers } from './sources.ts';

export const previews = { actions: { previewAddress } };

/** One look of an account at a time. */
const oneAtATime = within('preview-running', 1, lookMs / 1000 + 5);

/**
 * Looks at an address and says what it tells about an app, to a verified caller.
 * @throws AppError 400 for what is not the address of a public site, 429 while another look of the account runs, 503
 * where this site does not go out; ClientLeft
 */
async function previewAddress(
  context: Context,
  caller: Caller,
  text: string,
  options: Pick<LookOptions, 'left' | 'onStep'>,
): Promise<AppPreview> {
  const { limiter, outbound } = context;
  const address = readAddress(text);
  if (address === null) throw fieldError('address', previewMessages.notAnAddress);
  const { kind, url } = address;
  const none = { kind, address: url, existing: null, fields: [], pictures: [], problems: [] };
  const existing = await findExisting(context, caller, address);
  if (existing) return { ...none, existing };
  if (!outbound.isOn) throw new AppError(503, previewMessages.off);
  if ((await limiter.take([oneAtATime, caller.userId])) !== null)
    throw new AppError(429, previewMessages.running, {}, 5);
  try {
    const look = beginLook({ ...options, outbound, categories: context.categories() });
    const answered = await readers[kind](look, address, context.services);
    const moved = answered === null ? null : readAddress(answered);
    const other = moved && moved.url !== url ? await findExisting(context, caller, moved) : null;
    if (other) return { ...none, existing: other };
    const pictures = await fetchPictures(look);
    if (answered !== null && !look.has('name')) look.problems.push('The name of the app was not found.');
    return { ...none, fields: look.fields(), pictures, problems: [...new Set(look.problems)] };
  } finally {
    await limiter.putBack([oneAtATime, caller.userId]);
  }
}

/**
 * The first listing with the address that everybody can find, or one of the caller, unless it was removed. An unlisted
 * one of somebody else is only for those who have its address.
 */
const findExisting = async (
  { read }: Context,
  { userId }: Caller,
  { url }: ReadAddress,
): Promise<AppPreview['existing']> =>
  (await read
    .selectFrom('links')
    .innerJoin('apps', 'apps.id', 'links.app_id')
    .select(['apps.name', 'apps.name_id'])
    .where('links.place', '=', placeOf(url))
    .where((eb) =>
      eb.or([isOnProfile(eb), eb.and([eb('apps.owner_id', '=', userId), eb('apps.state', '!=', 'removed')])]),
    )
    .orderBy('apps.created_at')
    .executeTakeFirst()) ?? null;

type PictureCandidate = ReturnType<Look['pictures']>[number];

const most = { logo: 1, screenshot: limits.screenshotsPerApp };
const tries = { logo: 3, screenshot: 5 };

/** A logo of 512 pixels is as good as a larger one. One that does not say its size comes after those near it. */
const distance = ({ kind, side = 0 }: PictureCandidate): number =>
  kind === 'screenshot' ? 0 : side === 0 ? 300 : Math.abs(side - 512);

/** Fetches the pictures that were found, and checks and re-encodes them as an upload. */
async function fetchPictures(look: Look): Promise<AppPreview['pictures']> {
  const pictures: AppPreview['pictures'] = [];
  for (const kind of ['logo', 'screenshot'] as const) {
    const candidates = look
      .pictures()
      .filter((one) => one.kind === kind)
      .toSorted((one, other) => distance(one) - distance(other))
      .slice(0, tries[kind]);
    const found: AppPreview['pictures'] = [];
    for (const candidate of candidates) {
      if (found.length === most[kind] || look.isOver()) break;
      look.onStep(kind === 'logo' ? 'Fetching the logo' : `Fetching picture ${found.length + 1}`);
      const picture = await fetchPicture(look, candidate);
      if (picture) found.push(picture);
    }
    pictures.push(...found);
  }
  if (look.isOver())
    look.problems.push('Some pictures were left out, because looking at them took too long.');
  return pictures;
}

/** @returns null where there is none, with a problem of the look */
async function fetchPicture(look: Look, { kind, source, url }: PictureCandidate) {
  const host = new URL(url).hostname;
  try {
    const answer = await look.get(url, { maxBytes: outboundBytes.picture, accept: 'image/png,image/jpeg' });
    if (answer.status === 200) {
      const { data, ...facts } = await previewPicture(answer.body, kind);
      return { kind, source, ...facts, data: data.toString('base64') };
    }
    look.problems.push(`A picture at ${host} is missing.`);
  } catch (error) {
    if (error instanceof OutboundRefusal) look.problems.push(`A picture was left out. ${error.message}`);
    else if (error instanceof AppError)
      look.problems.push(`A picture at ${host} was left out. It is no JPEG or PNG, or too large.`);
    else throw error;
  }
  return null;
}

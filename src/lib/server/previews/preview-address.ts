import type { AppPreview, PreviewKind } from '../../shared/schemas/previews/previews.ts';
import { previewMessages } from '../../shared/text/previews/preview-messages.ts';
import { requireVerified } from '../apps/find-app.ts';
import type { Caller } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';
import type { RateRule } from '../platform/quotas/rate-limit.ts';
import type { PreviewsContext } from './context.ts';
import { fetchPictures } from './fetch-pictures.ts';
import { createFindings } from './findings.ts';
import { beginLook, lookMs } from './look.ts';
import { equalLinks, readAddress, type ReadAddress } from './read-address.ts';
import { readAppStore } from './sources/app-store.ts';
import { readRepository } from './sources/github.ts';
import { readPlay } from './sources/play.ts';
import type { ReadSource } from './sources/source.ts';
import { readWebsite } from './sources/website.ts';

/** One look of an account at a time. */
const oneAtATime: RateRule = { name: 'preview-running', hits: 1, windowSeconds: lookMs / 1000 + 5 };

const readers: Readonly<Record<PreviewKind, ReadSource>> = {
  website: readWebsite,
  appstore: readAppStore,
  playstore: readPlay,
  repository: readRepository,
};

export interface PreviewOptions {
  /** Aborts when the person has left. */
  left: AbortSignal;
  onStep(sentence: string): void;
}

/** @throws AppError 403 for an unverified account */
export const requireMayPreview = (_context: PreviewsContext, caller: Caller): void => requireVerified(caller);

/**
 * Looks at an address and says what it tells about an app. Nothing is stored.
 * @throws AppError 400 for what is not the address of a public site, 403 for an unverified account, 429 while another
 * look of the account runs, 503 where this site does not go out; ClientLeft
 */
export async function previewAddress(
  context: PreviewsContext,
  caller: Caller,
  text: string,
  options: PreviewOptions,
): Promise<AppPreview> {
  requireVerified(caller);
  const address = readAddress(text);
  if (address === null)
    throw new AppError(400, previewMessages.notAnAddress, { address: previewMessages.notAnAddress });
  const existing = await findExisting(context, caller, address);
  if (existing)
    return { kind: address.kind, address: address.url, existing, fields: [], pictures: [], problems: [] };
  if (!context.outbound.isOn) throw new AppError(503, previewMessages.off);
  const { limiter } = context;
  if ((await limiter.take([oneAtATime, caller.userId])) !== null)
    throw new AppError(429, previewMessages.running, {}, 5);
  try {
    return await look(context, caller, address, options);
  } finally {
    await limiter.forgive(oneAtATime, caller.userId);
  }
}

async function look(
  context: PreviewsContext,
  caller: Caller,
  address: ReadAddress,
  { left, onStep }: PreviewOptions,
): Promise<AppPreview> {
  const { outbound, media, services } = context;
  const looking = beginLook({ outbound, left, onStep });
  const categories = context.categories();
  const findings = createFindings(categories);
  const answered = await readers[address.kind]({ look: looking, findings, services, categories }, address);
  const preview = { kind: address.kind, address: address.url };
  const moved = answered === null ? null : readAddress(answered);
  const existing = moved && moved.url !== address.url ? await findExisting(context, caller, moved) : null;
  if (existing) return { ...preview, existing, fields: [], pictures: [], problems: [] };
  const pictures = await fetchPictures(looking, media, findings.pictures());
  const fields = findings.fields();
  if (answered !== null && !findings.has('name')) looking.problems.push(previewMessages.noName);
  return { ...preview, existing: null, fields, pictures, problems: [...new Set(looking.problems)] };
}

async function findExisting(
  { apps }: PreviewsContext,
  caller: Caller,
  { kind, id, url }: ReadAddress,
): Promise<AppPreview['existing']> {
  return await apps.findByAddress(caller, {
    links: equalLinks(url),
    ...(kind === 'playstore' && { playId: id }),
    ...(kind === 'appstore' && { appStoreId: id }),
  });
}

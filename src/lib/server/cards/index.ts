// Share cards: pictures of an app or a profile for previews in messengers and networks. A page names its card by a hash
// of the content, which is cheap; the card is drawn at the first request and kept in storage for a week
// (media/index.ts).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { asCards } from '../apps/listings.ts';
import { findApp } from '../apps/find-app.ts';
import {
  cardIdOf,
  cardSize,
  contentOfApp,
  contentOfSite,
  contentOfUser,
  type CardContent,
  type Tile,
} from './card-content.ts';
import type { CardRequest } from './card-worker.ts';
import type { Context } from '../context.ts';
import { AppError } from '../platform/errors.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findUser } from '../profiles/index.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import type { AppListing, AppSummary } from '../../shared/schemas/apps.ts';
import { displayCounts } from '../../shared/schemas/limits.ts';
import type { UserProfile } from '../../shared/schemas/users.ts';

const keyOf = (cardId: string): string => `${cardId}-${String(cardSize.width)}.jpg`;

/** What the card of a subject shows now, and the id of the subject. */
async function findSubject(reader: Reader, kind: string, id: string) {
  if (kind === 'site') return id === 'home' ? { content: contentOfSite(), id } : null;
  if (kind === 'app') {
    const found = await findApp(reader, id);
    return found.kind === 'found' ? { content: contentOfApp(found.app), id: found.app.id } : null;
  }
  const user = kind === 'user' ? await findUser(reader, id) : null;
  if (!user) return null;
  const { items, count } = await asCards.page(reader, {
    ownerId: user.id,
    limit: displayCounts.profileApps,
    withLimited: true,
  });
  return { content: contentOfUser(user, items, count), id: user.id };
}

const pathOf = (content: CardContent, id: string): string => urls.card(content.kind, id, cardIdOf(content));

/** One by one, so that one that hangs fails no other, and of equal requests the first one draws. */
const oneByOne = pLimit(1);

async function stored({ storage }: Context, cardId: string): Promise<Buffer | null> {
  const file = await storage.read(keyOf(cardId));
  return file && (await buffer(file.stream));
}

/** @param key null where there is no picture; '' is drawn as one that is missing */
async function dataUrl({ storage }: Context, key: string | null): Promise<string> {
  const file = key === null ? null : await storage.read(key);
  if (!key || !file) return '';
  const type = key.endsWith('.png') ? 'png' : 'jpeg';
  return `data:image/${type};base64,${(await buffer(file.stream)).toString('base64')}`;
}

/** @throws AppError 429 when too many wait, 503 when it takes too long */
async function make(context: Context, cardId: string, content: CardContent): Promise<Buffer> {
  if (oneByOne.pendingCount >= maxQueue)
    throw new AppError(429, 'Too many cards are being drawn. Ask again in a minute.', {}, 60);
  const withPicture = async (tile: Tile): Promise<Tile> => ({
    ...tile,
    picture: await dataUrl(context, tile.picture),
  });
  return await oneByOne(async () => {
    const found = await stored(context, cardId);
    if (found) return found;
    const { tile, screenshot } = content;
    const drawn = {
      ...content,
      tile: tile && (await withPicture(tile)),
      screenshot: screenshot && { ...screenshot, key: await dataUrl(context, screenshot.key) },
      tiles: await Promise.all(content.tiles.map(withPicture)),
    };
    // The drawing process knows nothing of the operator's brand, so each request has it.
    const look = { name: brand.name, colours: brand.cardColours, logo: context.logo };
    const jpeg = await drawInProcess({ content: drawn, look });
    await context.storage.put(keyOf(cardId), jpeg);
    return jpeg;
  });
}

/**
 * Finds a card by the parts of its path, or draws it. Where its subject has changed, it is `moved`: the card has
 * another address.
 */
async function findCard(context: Context, kind: string, subjectId: string, cardId: string) {
  // Not for the page cache: the storage keeps the file.
  context.reads.keepFor(0);
  // Looked up also for a card in storage, because nothing may be shown of a deleted subject.
  const subject = await findSubject(context, kind, subjectId);
  if (!subject) return { kind: 'missing' } as const;
  const { content, id } = subject;
  if (cardIdOf(content) !== cardId) return { kind: 'moved', path: pathOf(content, id) } as const;
  const jpeg = (await stored(context, cardId)) ?? (await make(context, cardId, content));
  return { kind: 'found', jpeg } as const;
}

export const cards = {
  reads: {
    /** Path of the app's card, which is not drawn yet. */
    ofApp: (_reader: Reader, app: AppListing): string => pathOf(contentOfApp(app), app.id),
    /** @param list the newest apps of the user, `displayCounts.profileApps` at most, and the count of all of them */
    ofUser: (
      _reader: Reader,
      user: UserProfile,
      { items, count }: { items: Pick<AppSummary, 'name' | 'logo'>[]; count: number },
    ): string => pathOf(contentOfUser(user, items, count), user.id),
    ofSite: (): string => pathOf(contentOfSite(), 'home'),
    findCard,
  },
};

/** Crawlers may request every card at once; further requests are refused. */
const maxQueue = 32;

/** A card takes a second, most of it for the start of the process. What exceeds this hangs. */
const drawingMs = 10_000;

const cardWorker = fileURLToPath(new URL('./card-worker.ts', import.meta.url));

/**
 * SVG is drawn in a process of its own: this one blocks the loader (media/pixels.ts), because uploads could reach it.
 * The child gets only what this product drew, and neither the flags of this process nor its secrets.
 * @throws AppError 503 when it takes too long
 */
async function drawInProcess(request: CardRequest): Promise<Buffer> {
  const child = fork(cardWorker, {
    ...{ serialization: 'advanced', execArgv: [], env: {} },
    ...{ timeout: drawingMs, killSignal: 'SIGKILL' },
  });
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => {
    if (code === null) throw new AppError(503, 'A card took too long to draw.', {}, 5);
    throw new Error(`The process that draws cards ended with ${String(code)}.`);
  });
  child.send(request);
  const [jpeg] = (await Promise.race([once(child, 'message'), ended])) as [Uint8Array];
  child.disconnect();
  return Buffer.from(jpeg);
}

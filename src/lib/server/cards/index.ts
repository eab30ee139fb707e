// Share cards: pictures of an app or a profile for previews in messengers and networks. A page names its card by a hash
// of the content, which is cheap; the card is drawn at the first request and kept in storage.
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
} from './card-content.ts';
import type { CardLook, CardRequest } from './card-worker.ts';
import type { Logo } from '../platform/brand/icons.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { ShareCardTable } from '../platform/db/schema.ts';
import { startDrawingProcess, type DrawingProcess } from '../platform/drawing/drawing-process.ts';
import { AppError } from '../platform/errors.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findUser } from '../profiles/index.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import type { AppListing, AppSummary } from '../../shared/schemas/apps.ts';
import { displayCounts } from '../../shared/schemas/limits.ts';
import type { UserProfile } from '../../shared/schemas/users.ts';

type CardLookup =
  | { kind: 'found'; jpeg: Buffer }
  /** The subject has changed, and its card has another address. */
  | { kind: 'moved'; path: string }
  | { kind: 'missing' };

/** The logo is the operator's; null where cards show the mark of the product. */
type CardsOptions = Pick<Context, 'clock' | 'db' | 'storage'> & { logo: Logo | null };

interface Subject {
  content: CardContent;
  appId: string | null;
  userId: string | null;
}

const keyOf = (cardId: string): string => `${cardId}-${String(cardSize.width)}.jpg`;

async function findSubject(reader: Reader, kind: string, id: string): Promise<Subject | null> {
  if (kind === 'site') return id === 'home' ? { content: contentOfSite(), appId: null, userId: null } : null;
  if (kind === 'app') {
    const found = await findApp(reader, id);
    return found.kind === 'found'
      ? { content: contentOfApp(found.app), appId: found.app.id, userId: null }
      : null;
  }
  const user = kind === 'user' ? await findUser(reader, id) : null;
  if (!user) return null;
  const { items, count } = await asCards.page(reader, {
    ownerId: user.id,
    limit: displayCounts.profileApps,
    withLimited: true,
  });
  return { content: contentOfUser(user, items, count), appId: null, userId: user.id };
}

export function createCards({ db, clock, storage, logo }: CardsOptions) {
  const artist = createCardArtist(storage, logo);
  const inProgress = new Map<string, Promise<Buffer>>();

  async function make(cardId: string, { content, appId, userId }: Subject): Promise<Buffer> {
    const jpeg = await artist.draw(content);
    await storage.put(keyOf(cardId), jpeg);
    const row = { id: cardId, app_id: appId, user_id: userId, created_at: clock() };
    await db.write((trx) => recordCard(trx, row));
    return jpeg;
  }

  /**
   * Finds a card by the parts of its path, or draws it. The address of an outdated card redirects to the current one.
   */
  async function findCard(
    reader: Reader,
    kind: string,
    subjectId: string,
    cardId: string,
  ): Promise<CardLookup> {
    // Not for the page cache: the storage keeps the file.
    reader.reads.keepFor(0);
    // Looked up also for a card in storage, because nothing may be shown of a deleted subject.
    const subject = await findSubject(reader, kind, subjectId);
    if (!subject) return { kind: 'missing' };
    const current = cardIdOf(subject.content);
    if (current !== cardId) {
      const id = subject.appId ?? subject.userId ?? 'home';
      return { kind: 'moved', path: urls.card(subject.content.kind, id, current) };
    }
    const file = await storage.read(keyOf(cardId));
    if (file) return { kind: 'found', jpeg: await buffer(file.stream) };
    const making = inProgress.get(cardId) ?? make(cardId, subject).finally(() => inProgress.delete(cardId));
    inProgress.set(cardId, making);
    return { kind: 'found', jpeg: await making };
  }

  return {
    reads: {
      /** Path of the app's card, which is not drawn yet. */
      ofApp: (_reader: Reader, app: AppListing): string =>
        urls.card('app', app.id, cardIdOf(contentOfApp(app))),
      /** @param list the newest apps of the user, `displayCounts.profileApps` at most, and the count of all of them */
      ofUser: (
        _reader: Reader,
        user: UserProfile,
        list: { items: Pick<AppSummary, 'name' | 'logo'>[]; count: number },
      ): string => urls.card('user', user.id, cardIdOf(contentOfUser(user, list.items, list.count))),
      ofSite: (): string => urls.card('site', 'home', cardIdOf(contentOfSite())),
      findCard,
    },
    actions: {
      /** Ends the drawing process. */
      close: () => artist.close(),
    },
  };
}

/** Idle time after which the drawing process ends, to free its memory. */
const idleMs = 30_000;

/** Crawlers may request every card at once; further requests are refused. */
const maxQueue = 32;

/** A card takes 0.1 s. A drawing that exceeds this hangs, and its process is replaced. */
const drawingMs = 10_000;
/** Time in the queue after which the client has probably left. */
const waitingMs = 20_000;

const busy = 'Too many cards are being drawn. Ask again in a minute.';

const cardWorker = fileURLToPath(new URL('./card-worker.ts', import.meta.url));

/** The drawing process knows nothing of the operator's brand, so each request has it. */
const lookOf = (logo: CardLook['logo']): CardLook => ({ name: brand.name, colours: brand.cardColours, logo });

/** Draws cards one by one, so that one that hangs fails no other, in a process that is started when needed. */
function createCardArtist(storage: Pick<Storage, 'read'>, logo: CardLook['logo']) {
  const oneByOne = pLimit(1);
  let running: DrawingProcess<Uint8Array> | null = null;
  let waiting = 0;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  function endProcess(): void {
    clearTimeout(idle);
    running?.close();
    running = null;
  }

  async function picturesOf(content: CardContent): Promise<CardRequest['pictures']> {
    const keys = [
      content.tile?.picture,
      content.screenshot?.key,
      ...content.tiles.map((tile) => tile.picture),
    ];
    const pictures: CardRequest['pictures'] = {};
    for (const key of keys) {
      const file = key ? await storage.read(key) : null;
      if (key && file) pictures[key] = await buffer(file.stream);
    }
    return pictures;
  }

  async function readAndDraw(content: CardContent, isLate: () => boolean): Promise<Buffer> {
    const pictures = await picturesOf(content);
    // The request was refused and the next card may be in work, or the artist was closed.
    if (isLate()) throw new AppError(503, 'The pictures of a card took too long to read.', {}, 5);
    if (!running || running.ended) running = startDrawingProcess<Uint8Array>(cardWorker);
    const request: CardRequest = { content, pictures, look: lookOf(logo) };
    return Buffer.from(await running.draw(request));
  }

  async function drawInTime(content: CardContent, asked: number): Promise<Buffer> {
    if (closed || performance.now() - asked > waitingMs)
      throw new AppError(503, 'A card waited too long to be drawn.', {}, 5);
    const { promise, reject } = Promise.withResolvers<never>();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      running?.kill();
      reject(new AppError(503, 'A card took too long to draw.', {}, 5));
    }, drawingMs);
    try {
      return await Promise.race([promise, readAndDraw(content, () => late || closed)]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** @returns a JPEG @throws AppError 429 when too many wait, 503 when it takes too long */
    async draw(content: CardContent): Promise<Buffer> {
      if (waiting >= maxQueue) throw new AppError(429, busy, {}, 60);
      waiting += 1;
      clearTimeout(idle);
      const asked = performance.now();
      try {
        return await oneByOne(() => drawInTime(content, asked));
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(endProcess, idleMs).unref();
      }
    },
    close(): void {
      closed = true;
      endProcess();
    },
  };
}

/** Records a stored card. It replaces earlier cards of its subject, whose files the next sweep removes. */
async function recordCard(trx: WriteDb, card: ShareCardTable): Promise<void> {
  const { id, app_id, user_id } = card;
  let others = trx.deleteFrom('share_cards').where('id', '!=', id);
  others = app_id === null ? others.where('app_id', 'is', null) : others.where('app_id', '=', app_id);
  others = user_id === null ? others.where('user_id', 'is', null) : others.where('user_id', '=', user_id);
  await others.execute();
  await trx
    .insertInto('share_cards')
    .values(card)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The app or user of a card. */
export async function findCardSubject(
  db: ReadDb,
  id: string,
): Promise<{ appId: string | null; userId: string | null } | undefined> {
  return await db
    .selectFrom('share_cards')
    .select(['app_id as appId', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst();
}

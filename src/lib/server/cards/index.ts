// Share cards: pictures of an app or a profile for previews in messengers and networks. A page names its card by a hash
// of the content, which is cheap; the card is drawn at the first request and kept in storage.
import { buffer } from 'node:stream/consumers';
import type { AppListing, AppSummary } from '../../shared/schemas/apps.ts';
import { displayCounts } from '../../shared/schemas/limits.ts';
import { urls } from '../../shared/addresses/urls.ts';
import type { UserProfile } from '../../shared/schemas/users.ts';
import { findApp } from '../apps/find-app.ts';
import { asCards } from '../apps/listings.ts';
import type { Logo } from '../platform/brand/read-brand.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findUser } from '../profiles/index.ts';
import {
  cardIdOf,
  cardSize,
  contentOfApp,
  contentOfSite,
  contentOfUser,
  type CardContent,
} from './card-content.ts';
import { createCardArtist } from './card-artist.ts';
import { recordCard } from './card-queries.ts';

export { findCardSubject } from './card-queries.ts';

export type CardLookup =
  | { kind: 'found'; jpeg: Buffer }
  /** The subject has changed, and its card has another address. */
  | { kind: 'moved'; path: string }
  | { kind: 'missing' };

interface CardsOptions {
  db: Database;
  clock: Clock;
  storage: Storage;
  /** The operator's; null where cards show the mark of the product. */
  logo: Logo | null;
}

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
  const artist = createCardArtist(storage, { logo });
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

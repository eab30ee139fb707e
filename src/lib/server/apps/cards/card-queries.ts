// Reads what cards show of apps: a third of what a listing has.
import type { AppSummary } from '../../../shared/schemas/apps.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { viewsKeptMs } from '../../../shared/schemas/views.ts';
import { findPictures } from '../../media/index.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { atFewLengths } from '../../platform/db/statements/few-lengths.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findOwnerRows, ownerOfRow } from '../../profiles/index.ts';
import { categoriesOf, categoryColumn } from '../app-part-queries.ts';
import { findRowPage, type AppPageQuery } from '../lists/filtered-app-queries.ts';
import { listedApps } from '../public-app-queries.ts';

/** An app as a card without its owner shows it. */
export type AppCard = Omit<AppSummary, 'owner'>;

/** As an ordered list has it. */
export interface ListedCard extends AppCard {
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  /** Whether its owner has proved to control it. */
  isProved: boolean;
  /** Whether one of its links is dead: then no shelf has it. */
  hasDeadLink: boolean;
}

/** With the owner, whom most lists name. */
export type OwnedCard = ListedCard & Pick<AppSummary, 'owner'>;

const cardColumns = [
  'apps.id',
  'apps.name_id',
  'apps.name',
  'apps.description',
  'apps.logo_id',
  'apps.lifecycle',
] as const;

const listedColumns = [
  ...cardColumns,
  'apps.owner_id',
  'apps.created_at',
  'apps.updated_at',
  'apps.proof_checked_at',
  'apps.has_dead_link',
  'apps.name_key',
  'apps.popular',
  'apps.trending',
] as const;

type CardRow = Pick<AppTable, 'id' | 'name_id' | 'name' | 'description' | 'logo_id' | 'lifecycle'> &
  Parameters<typeof categoriesOf>[0];

type ListedRow = CardRow &
  Pick<AppTable, 'owner_id' | 'created_at' | 'updated_at' | 'proof_checked_at' | 'has_dead_link'>;

type Pictures = Awaited<ReturnType<typeof findPictures>>;

const cardOf = (row: CardRow, pictures: Pictures): AppCard => ({
  id: row.id,
  nameId: row.name_id,
  name: row.name,
  description: row.description,
  logo: pictures.get(row.logo_id ?? '') ?? null,
  categories: categoriesOf(row),
  lifecycle: row.lifecycle,
});

/** The apps of these rows with their logos, in the order of the rows. */
export async function cardsOf(db: ReadDb, rows: readonly CardRow[]): Promise<AppCard[]> {
  const logos = await findPictures(
    db,
    rows.map((row) => row.logo_id),
  );
  return rows.map((row) => cardOf(row, logos));
}

const listedCardOf = (row: ListedRow, pictures: Pictures): ListedCard => ({
  ...cardOf(row, pictures),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  isProved: row.proof_checked_at !== null,
  hasDeadLink: row.has_dead_link === 1,
});

function noteCards({ reads }: Reader, rows: readonly ListedRow[]): void {
  reads.note(dataKey.categories);
  for (const row of rows) reads.note(dataKey.app(row.id), dataKey.user(row.owner_id));
}

/** Adds the pictures, in the order of the rows. */
async function listedCardsOf(reader: Reader, rows: readonly ListedRow[]): Promise<ListedCard[]> {
  noteCards(reader, rows);
  const logos = await findPictures(
    reader.read,
    rows.map((row) => row.logo_id),
  );
  return rows.map((row) => listedCardOf(row, logos));
}

/** Adds owners and pictures, in the order of the rows. */
async function ownedCardsOf(reader: Reader, rows: readonly ListedRow[]): Promise<OwnedCard[]> {
  noteCards(reader, rows);
  const owners = await findOwnerRows(
    reader,
    rows.map((row) => row.owner_id),
  );
  const pictures = await findPictures(reader.read, [
    ...rows.map((row) => row.logo_id),
    ...owners.map((owner) => owner.picture_id),
  ]);
  const ownerOf = new Map(owners.map((owner) => [owner.id, ownerOfRow(owner, pictures)]));
  return rows.flatMap((row) => {
    const owner = ownerOf.get(row.owner_id);
    // The account was deleted between the statements.
    return owner ? { ...listedCardOf(row, pictures), owner } : [];
  });
}

async function findPage(reader: Reader, query: AppPageQuery): Promise<Page<ListedRow>> {
  // Ranks are not published.
  if (query.sort === 'popular' || query.sort === 'trending') reader.reads.keepFor(viewsKeptMs);
  return await findRowPage(reader, query, (apps) =>
    apps.select(listedColumns).select(categoryColumn(reader.engine)),
  );
}

async function findRows(reader: Reader, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  // Notes ids that are not found too, because those apps may become public again.
  reader.reads.note(...ids.map(dataKey.app));
  return await listedApps(reader.read)
    .select(listedColumns)
    .select(categoryColumn(reader.engine))
    .where('apps.id', 'in', atFewLengths(ids))
    .execute();
}

export async function findCardPage(reader: Reader, query: AppPageQuery): Promise<Page<ListedCard>> {
  const page = await findPage(reader, query);
  return { ...page, items: await listedCardsOf(reader, page.items) };
}

export async function findOwnedCardPage(reader: Reader, query: AppPageQuery): Promise<Page<OwnedCard>> {
  const page = await findPage(reader, query);
  return { ...page, items: await ownedCardsOf(reader, page.items) };
}

/** The listed apps with these ids, in any order. */
export async function findCards(reader: Reader, ids: readonly string[]): Promise<ListedCard[]> {
  return await listedCardsOf(reader, await findRows(reader, ids));
}

/** As `findCards`, with owners. */
export async function findOwnedCards(reader: Reader, ids: readonly string[]): Promise<OwnedCard[]> {
  return await ownedCardsOf(reader, await findRows(reader, ids));
}

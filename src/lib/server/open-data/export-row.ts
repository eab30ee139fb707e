// What the exports say of an app: what its page shows to everybody, without the contacts of its owner.
import type { AppJson } from '../../shared/schemas/apps.ts';
import { factFields } from '../../shared/schemas/facts/app-facts.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { urls } from '../../shared/addresses/urls.ts';

export interface ExportRow extends Omit<AppJson, 'owner'> {
  url: string;
  owner: { id: string; name: string };
}

export function exportRow({ owner, ...app }: AppJson, siteUrl: string): ExportRow {
  return {
    ...app,
    url: siteUrl + urls.app(app.name_id),
    owner: { id: owner.id, name: fullName(owner) },
  };
}

type Cell = (row: ExportRow) => string | number;

/** The columns of the CSV file. They may be added to at the end, and never change. */
const columns: Readonly<Record<string, Cell>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  url: ({ url }) => url,
  description: ({ description }) => description,
  categories: ({ category }) => category,
  website: ({ website }) => website,
  playstore_link: ({ playstore_link }) => playstore_link,
  appstore_link: ({ appstore_link }) => appstore_link,
  external_link: ({ external_link }) => external_link,
  logo: ({ logo }) => logo ?? '',
  owner_id: ({ owner }) => owner.id,
  owner_name: ({ owner }) => owner.name,
  proved: ({ proof }) => proof?.name ?? '',
  version: ({ version }) => version,
  release_type: ({ current_version }) => current_version.release_type,
  lifecycle: ({ lifecycle }) => lifecycle,
  views: ({ views }) => views,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
  ...Object.fromEntries(factFields.map((name) => [name, (row: ExportRow) => row[name]])),
};

export const csvHead: readonly string[] = Object.keys(columns);
export const csvCells = (row: ExportRow): (string | number)[] => Object.values(columns).map((of) => of(row));

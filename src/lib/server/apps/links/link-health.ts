// What an app's row says of its links: a copy of what the slice `links` found, so that every list has it.
import { linkNames } from '../../../shared/schemas/app-fields.ts';
import type { LinkHealth } from '../../../shared/schemas/apps.ts';
import type { AppTable } from '../../platform/db/schema.ts';

type Stored = Partial<Record<LinkHealth['name'], [checkedAt: number | null, deadSince: number | null]>>;

/** @returns what everybody may know, in the order of the links */
export function linkHealthOf({ link_health: json }: Pick<AppTable, 'link_health'>): LinkHealth[] {
  if (json === '') return [];
  const stored = JSON.parse(json) as Stored;
  return linkNames.flatMap((name) => {
    const [checkedAt, deadSince] = stored[name] ?? [null, null];
    return checkedAt === null && deadSince === null ? [] : [{ name, checkedAt, deadSince }];
  });
}

/** @returns the columns of an app with these links */
export function columnsOfHealth(
  links: readonly LinkHealth[],
): Pick<AppTable, 'link_health' | 'has_dead_link'> {
  const stored: Stored = Object.fromEntries(
    links.map(({ name, checkedAt, deadSince }) => [name, [checkedAt, deadSince]] as const),
  );
  return {
    link_health: links.length === 0 ? '' : JSON.stringify(stored),
    has_dead_link: links.some(({ deadSince }) => deadSince !== null) ? 1 : 0,
  };
}

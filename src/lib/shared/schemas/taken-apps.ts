// All apps in one small file, which somebody takes along to search without a network (docs/decisions/041-take-along.md).

/** Most apps of the file: the newest of a larger directory. */
export const maxTakenApps = 50_000;

/** The name of the file, by its content. */
export const takeAlongName = /^apps-[\da-f]{16}\.json$/;

/** A value for each app in each column, in the order of results: the newest first, those with a dead link last. */
export interface TakenApps {
  made_at: number;
  names: string[];
  /** '' where it is the slug of the name. */
  name_ids: string[];
  lines: string[];
  categories: number[][];
  category_names: string[];
  platforms: number[];
  platform_names: string[];
  /** Of the logo, as three hexadecimal digits; '' without one. */
  colours: string[];
  /** The number of apps before those with a dead link. */
  first_dead: number;
}

// All apps in one small file, which somebody takes along to search without a network (docs/decisions/041-take-along.md).

/** Most apps of the file: the newest of a larger directory. */
export const maxTakenApps = 50_000;

/** The name of the file, by its content. */
export const takeAlongName = /^apps-[\da-f]{16}\.json$/;

/** One value for each app in each column, in the order of search results: the newest first. */
export interface TakenApps {
  /** Milliseconds since 1970. */
  made_at: number;
  names: string[];
  /** '' where it is the slug of the name. */
  name_ids: string[];
  lines: string[];
  /** Numbers of `category_names`. */
  categories: number[][];
  category_names: string[];
  /** Numbers of `platform_names`. */
  platforms: number[];
  platform_names: string[];
  /** Of the logo, as three hexadecimal digits; '' without one. */
  colours: string[];
  /** Apps with a dead link are at the end, and come last in every search: the number of those before. */
  first_dead: number;
}

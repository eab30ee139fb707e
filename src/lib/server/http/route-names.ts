// The route of a request, such as /app/[nameId]: what the log and the metrics count by. Addresses would make a series
// for each app, and a query may contain somebody's search.

/** Maximum number of cached paths, because clients may request any number of addresses. */
const maxKnown = 8_192;
const maxLength = 200;

/** `[nameId]` of a page and `{name_id}` of the API. */
const parameter = /\[(?!\.\.\.)[^\]]+\]|\{[^}]+\}/g;

/** A route as a pattern; the final slash is optional. */
export function patternOf(route: string): RegExp {
  const parts = route.replace(/\/$/, '').split(parameter);
  const escaped = parts.map((part) => part.replace(/[.*+?^$()|\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}/?$`);
}

const parametersIn = (route: string): number => route.match(parameter)?.length ?? 0;

/**
 * @param routes those of pages, feeds and the API, in the notation of each
 * @returns the route of a path; 'file' for a path of `files`, 'media' and 'build' for theirs, 'none' where no route
 * matches
 */
export function createRouteNames(routes: readonly string[], isFile: (path: string) => boolean) {
  // A fixed segment before a parameter, as the routers of Astro and Hono have it.
  const patterns = [...routes]
    .sort((one, other) => parametersIn(one) - parametersIn(other))
    .map((route) => ({ route, path: patternOf(route) }));
  const known = new Map<string, string>();

  function find(path: string): string {
    if (path.startsWith('/media/')) return 'media';
    if (path.startsWith('/_astro/')) return 'build';
    const found = patterns.find((pattern) => pattern.path.test(path))?.route;
    return found ?? (isFile(path) ? 'file' : 'none');
  }

  return (path: string): string => {
    let route = known.get(path);
    if (route !== undefined) return route;
    if (path.length > maxLength) return 'none';
    route = find(path);
    if (known.size >= maxKnown) known.clear();
    known.set(path, route);
    return route;
  };
}

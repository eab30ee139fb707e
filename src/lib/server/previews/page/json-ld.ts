// The nodes of structured data that describe an app, or the organisation and the site around it.
import { isObject, listOf, parseJson, textsOf, type JsonObject } from './json.ts';

/** Nodes that are read of one page at most. */
const mostNodes = 300;

export interface LinkedData {
  app: JsonObject | undefined;
  /** The organisation or the site. */
  around: readonly JsonObject[];
}

/** All nodes, from the outside in. */
function nodesOf(texts: readonly string[]): JsonObject[] {
  const waiting: unknown[] = texts.map(parseJson);
  const nodes: JsonObject[] = [];
  for (let at = 0; at < waiting.length && at < mostNodes * 10 && nodes.length < mostNodes; at += 1) {
    const one = waiting[at];
    // Not by spreading: a long list would exceed the number of arguments.
    if (Array.isArray(one)) for (const inner of one.slice(0, mostNodes)) waiting.push(inner);
    if (!isObject(one)) continue;
    nodes.push(one);
    for (const inner of ['@graph', 'mainEntity', 'about', 'itemListElement', 'item'])
      if (one[inner] !== undefined) waiting.push(one[inner]);
  }
  return nodes;
}

const isOf = (node: JsonObject, pattern: RegExp): boolean =>
  textsOf(node['@type']).some((type) => pattern.test(type));

const isApp = (node: JsonObject): boolean => isOf(node, /(?:Software|Mobile|Web)Application$|VideoGame$/);
const isAround = (node: JsonObject): boolean =>
  isOf(node, /(?:Organization|WebSite|Corporation|LocalBusiness|Brand|Product|Service)$/);

export function readLinkedData(texts: readonly string[]): LinkedData {
  const nodes = nodesOf(texts);
  return { app: nodes.find(isApp), around: nodes.filter(isAround).slice(0, 10) };
}

/** 'paid' or 'free' by the offers of an app; undefined where they do not say. */
export function priceOf(app: JsonObject): 'paid' | 'free' | undefined {
  const prices = listOf(app['offers'])
    .filter(isObject)
    .flatMap((offer) => listOf(offer['price'] ?? offer['lowPrice']))
    .map((price) =>
      typeof price === 'number' ? price : typeof price === 'string' ? Number.parseFloat(price) : NaN,
    )
    .filter((price) => !Number.isNaN(price));
  if (prices.length === 0) return app['isAccessibleForFree'] === true ? 'free' : undefined;
  return prices.some((price) => price === 0) ? 'free' : 'paid';
}

/** The platform by the operating systems of an app; undefined where they do not say. */
export function platformOfSystems(systems: string): 'mobile' | 'desktop' | 'web' | undefined {
  if (/android|ios|iphone|ipad/i.test(systems)) return 'mobile';
  if (/windows|mac ?os|linux/i.test(systems)) return 'desktop';
  return /web|any|all|browser/i.test(systems) ? 'web' : undefined;
}

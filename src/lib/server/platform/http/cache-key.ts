/** Parameters that campaigns and networks append to links. No page reads them, so they must not split the cache. */
const tracking = new Set(
  (
    'fbclid gclid gclsrc gbraid wbraid dclid msclkid twclid ttclid yclid li_fat_id igsh igshid epik srsltid ' +
    'mc_cid mc_eid mkt_tok vero_id vero_conv _ga _gl _hsenc _hsmi _openstat wickedid oly_anon_id oly_enc_id'
  ).split(' '),
);

/**
 * The key under which the answer to a target is kept: path and query without tracking parameters, the rest sorted by
 * name, values of one name in their own order. A page is rendered for its key, not for the target as it came, so a
 * parameter that is not in the key cannot change the bytes that are kept under it.
 */
export function cacheKey(target: string): string {
  const mark = target.indexOf('?');
  if (mark === -1) return target;
  const path = target.slice(0, mark);
  const kept: { name: string; parameter: string }[] = [];
  for (const parameter of target.slice(mark + 1).split('&')) {
    const equals = parameter.indexOf('=');
    const name = equals === -1 ? parameter : parameter.slice(0, equals);
    if (parameter !== '' && !isTracking(name)) kept.push({ name, parameter });
  }
  if (kept.length === 0) return path;
  if (kept.length > 1)
    kept.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return `${path}?${kept.map(({ parameter }) => parameter).join('&')}`;
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith('utm_') || tracking.has(lower);
}

/** By object, and by how it is shown. An object that nothing else holds takes its HTML with it. */
const kept = new WeakMap<object, Map<string, string>>();

/**
 * The HTML of an object that is the same one until its data changes, as cards of apps are (platform/reads/kept-reads.ts).
 * @param as how it is shown: all that the HTML depends on besides the object
 */
export function keptHtml(of: object, as: string, render: () => Promise<string>): string | Promise<string> {
  const known = kept.getOrInsertComputed(of, () => new Map<string, string>());
  const html = known.get(as);
  if (html !== undefined) return html;
  return render().then((made) => {
    known.set(as, made);
    return made;
  });
}

// Reads the facts of a page that somebody else wrote, in one pass of a parser that takes linear time.
import { Parser } from 'htmlparser2';
import { proofPlaces } from '../../../shared/schemas/proofs.ts';

/** What is read of a page at most; ordinary pages have much less. */
const most = { metas: 500, links: 500, anchors: 2_000, images: 500, scripts: 20, scriptLength: 128 * 1024 };
/**
 * Elements within each other. Threat: the parser reads the whole stack for each tag that nothing opened, so that a
 * deep page takes seconds. Ordinary pages are less than 50 deep.
 */
const mostDepth = 250;
const chunkLength = 1024;
/** Longer values are no names or addresses. */
const maxValue = 4_000;

export type PageFacts = ReturnType<typeof readPage>;

type Attributes = Readonly<Record<string, string>>;

export function readPage(html: string) {
  /** The first content of each tag, by `name` or `property` in lower case. */
  const metas = new Map<string, string>();
  /** The contents of the proof tags (docs/decisions/035-proofs.md), of which a site has one for each of its apps. */
  const proofs: string[] = [];
  const links: { rel: string; href: string; sizes: string; type: string }[] = [];
  const anchors: { href: string; label: string }[] = [];
  const images: { src: string; alt: string; isScreenshot: boolean }[] = [];
  const jsonLd: string[] = [];
  let title = '';
  /** The address that others are relative to; '' if the page names none. */
  let base = '';
  /** Where text goes now. */
  let reading: 'title' | 'json-ld' | null = null;
  let text = '';
  let hasTitle = false;
  /** Drawings have titles of their own, and templates are not shown. */
  let inside = 0;
  /** What only browsers without scripts read: a part of it may be a text of somebody else. */
  let unscripted = 0;
  let depth = 0;

  const value = (attributes: Attributes, name: string): string => {
    const found = attributes[name] ?? '';
    return found.length > maxValue ? '' : found.trim();
  };

  const readers: Readonly<Record<string, (attributes: Attributes) => void>> = {
    base: (attributes) => (base ||= value(attributes, 'href')),
    meta(attributes) {
      if (unscripted > 0) return;
      const name = (value(attributes, 'property') || value(attributes, 'name')).toLowerCase();
      const content = value(attributes, 'content');
      if (value(attributes, 'name').toLowerCase() === proofPlaces.meta && proofs.length < most.metas)
        proofs.push(content);
      if (name !== '' && content !== '' && metas.size < most.metas && !metas.has(name))
        metas.set(name, content);
    },
    link(attributes) {
      const href = value(attributes, 'href');
      if (href === '' || links.length >= most.links) return;
      const rel = value(attributes, 'rel').toLowerCase();
      links.push({ rel, href, sizes: value(attributes, 'sizes'), type: value(attributes, 'type') });
    },
    a(attributes) {
      const href = value(attributes, 'href');
      if (href !== '' && anchors.length < most.anchors)
        anchors.push({ href, label: value(attributes, 'aria-label') });
    },
    img(attributes) {
      if (images.length >= most.images) return;
      const src = value(attributes, 'src') || value(attributes, 'data-src');
      const isScreenshot =
        'data-screenshot-index' in attributes || 'data-screenshot-item-index' in attributes;
      if (src !== '') images.push({ src, alt: value(attributes, 'alt'), isScreenshot });
    },
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (name === 'svg' || name === 'template' || name === 'math') inside += 1;
      if (name === 'noscript') unscripted += 1;
      if (inside > 0) return;
      readers[name]?.(attributes);
      const isData = name === 'script' && /^application\/ld\+json/i.test(value(attributes, 'type'));
      if (name === 'title' && !hasTitle) reading = 'title';
      else if (isData && jsonLd.length < most.scripts) reading = 'json-ld';
      else return;
      text = '';
    },
    ontext(part) {
      if (reading !== null && text.length < most.scriptLength) text += part;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'svg' || name === 'template' || name === 'math') inside = Math.max(0, inside - 1);
      if (name === 'noscript') unscripted -= 1;
      if (reading === 'title' && name === 'title') {
        title = text.slice(0, maxValue).trim();
        hasTitle = title !== '';
        reading = null;
      }
      if (reading === 'json-ld' && name === 'script') {
        jsonLd.push(text.slice(0, most.scriptLength));
        reading = null;
      }
    },
  });
  for (let at = 0; at < html.length && depth < mostDepth; at += chunkLength)
    parser.write(html.slice(at, at + chunkLength));
  parser.end();
  return { title, metas, proofs, links, anchors, images, jsonLd, base };
}

// A legal text of the operator's, from Markdown. satteri is the processor that Astro brings along, so it is no further
// package; it is loaded only where there is such a text, and by `require`, because the configuration is read at once.
import { createRequire } from 'node:module';
import type { OwnText } from '../../../shared/page/brand.ts';

const require = createRequire(import.meta.url);

/** A fault of a text, as one sentence without the name of the file. */
export class TextFault extends Error {}

/** A part of a Markdown tree (mdast), as far as it is looked at. */
interface Part {
  type: string;
  value?: string;
  url?: string;
  depth?: number;
  children?: readonly Part[];
  position?: { start: { line: number } };
}

/** Addresses of the site itself, of other sites, of mail and telephone. */
const safeAddress = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/** Levels of parts in parts. A tree of many thousands would exceed the stack; a person needs about ten. */
const maxDepth = 100;

const lineOf = ({ position }: Part): string => (position ? `Line ${String(position.start.line)}: ` : '');

function check(part: Part, depth = 0): void {
  if (depth > maxDepth)
    throw new TextFault(
      `${lineOf(part)}quotes, lists and emphasis are more than ${String(maxDepth)} levels deep. Use fewer levels.`,
    );
  if (part.type === 'html')
    throw new TextFault(`${lineOf(part)}HTML is not taken. Write it in Markdown, or a < as &lt;.`);
  if (part.type === 'image' || part.type === 'imageReference')
    throw new TextFault(`${lineOf(part)}pictures are not taken. Take it out.`);
  if ((part.type === 'link' || part.type === 'definition') && !safeAddress.test(part.url ?? ''))
    throw new TextFault(
      `${lineOf(part)}the link to ${part.url ?? ''} must begin with https://, http://, mailto:, tel:, / or #.`,
    );
  for (const child of part.children ?? []) check(child, depth + 1);
}

const textOf = ({ value = '', children = [] }: Part): string => value + children.map(textOf).join('');

/** @throws TextFault where it holds HTML, a picture or a link that runs code; so what it becomes is safe */
export function readLegalText(markdown: string): OwnText {
  const { markdownToHtml, markdownToMdast } = require('satteri') as typeof import('satteri');
  const features = { frontmatter: false, gfm: { footnotes: false } };
  const source = markdown.replace(/^\uFEFF/, '');
  const tree = markdownToMdast(source, { features }) as Part;
  const [first, ...rest] = tree.children ?? [];
  if (!first) throw new TextFault('It is empty. Write the text, or take the file away.');
  check(tree);
  const hasTitle = first.type === 'heading' && first.depth === 1;
  const second = (hasTitle ? rest : [first, ...rest]).find(
    ({ type, depth }) => type === 'heading' && depth === 1,
  );
  if (second)
    throw new TextFault(
      `${lineOf(second)}one # heading is the title, at the beginning. Begin the others with ##.`,
    );
  // A wide table scrolls sideways, so the keyboard must reach it (WCAG 2.2, 2.1.1).
  const html = markdownToHtml(source, { features }).html.replaceAll('<table>', '<table tabindex="0">');
  return hasTitle
    ? { title: textOf(first), html: html.replace(/^\s*<h1[^>]*>[^]*?<\/h1>\s*/, '') }
    : { title: null, html };
}

// Reads the tags of a page that somebody else wrote.
// Threat: a page that costs an expression quadratic time stops the whole server. So the expressions that may backtrack
// see at most `maxLength` characters of `maxTags` tags, and the others read the page once.
import { proofPlaces } from '../../../shared/schemas/proofs/proofs.ts';

/** Meta tags of a page that are read; ordinary pages have fewer than a hundred. */
const maxTags = 500;
/** Characters of a tag that are read. */
const maxLength = 1_000;

const wholeTag = /^<meta\s((?:[^>"']|"[^"]*"|'[^']*')*)>/i;
const attribute = /([\w:-]{1,60})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

function attributesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  );
}

/** The contents of the proof tags of a page, outside of comments, scripts and texts. */
export function tagsOf(html: string): string[] {
  const bare = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style|template|noscript|textarea|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '');
  const contents: string[] = [];
  const starts = bare.matchAll(/<meta\s/gi).take(maxTags);
  for (const { index } of starts) {
    const [, text] = wholeTag.exec(bare.slice(index, index + maxLength)) ?? [];
    const found = attributesOf(text ?? '');
    if (found.get('name')?.toLowerCase() === proofPlaces.meta)
      contents.push((found.get('content') ?? '').trim());
  }
  return contents;
}

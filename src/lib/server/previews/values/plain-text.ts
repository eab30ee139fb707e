// Texts of other sites may hold HTML. Only their words are kept.
import { Parser } from 'htmlparser2';

/** Elements that end a line. */
const breaks = new Set(['br', 'p', 'li', 'div', 'h1', 'h2', 'h3', 'ul', 'ol']);
/** Elements whose content is not for people. */
const unseen = new Set(['script', 'style', 'template', 'noscript']);

/** The text without its tags, and with its references resolved (`&amp;`). */
export function plainText(text: string): string {
  if (!/[<&]/.test(text)) return text.trim();
  let plain = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) hidden += 1;
      if (breaks.has(name)) plain += '\n';
    },
    ontext(part) {
      if (hidden === 0) plain += part;
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1;
    },
  });
  parser.end(text);
  return plain.trim();
}

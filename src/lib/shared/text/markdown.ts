// Markdown of what people and staff write: paragraphs, lists, bold, emphasis and links. HTML in a text is shown as it
// was typed, and only addresses of the web become links. For the server: browsers load no Markdown.
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt('zero', { breaks: true, linkify: true })
  .enable(['autolink', 'emphasis', 'escape', 'link', 'linkify', 'list', 'newline'])
  .use((parser) => {
    parser.validateLink = isWebAddress;
    // 'v2.is' is no link, 'https://v2.is' is one.
    parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
    // Written by anybody: search engines are not to count it.
    parser.renderer.rules.link_open = (tokens, at, options, _env, renderer) => {
      tokens[at]?.attrSet('rel', 'nofollow ugc');
      return renderer.renderToken(tokens, at, options);
    };
  });

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(address);
}

export function markdownToHtml(text: string): string {
  return markdown.render(text);
}

/** The addresses that a text links to. */
export function linksIn(text: string): string[] {
  return markdown
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => token.attrGet('href')?.toString() ?? []);
}

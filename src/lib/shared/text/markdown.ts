// A small Markdown for messages of staff: paragraphs, lists, emphasis and links. Threat: a text with HTML or a
// javascript: address. Everything is escaped first, and only http(s) links become links.
import { escapeXml } from './text.ts';

/** @param escaped text without any HTML */
function inline(escaped: string): string {
  return escaped
    .replace(/\[([^\]\n]{1,200})\]\((https?:\/\/[^\s()<>"']{1,2000})\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*(?! )([^*\n]{1,500})(?<! )\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*(?! )([^*\n]{1,500})(?<! )\*(?![\w*])/g, '<em>$1</em>');
}

const isItem = (line: string): boolean => /^[-*] /.test(line);

export function markdownToHtml(markdown: string): string {
  return markdown
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.split('\n').map((line) => line.trim());
      if (lines.every(isItem))
        return `<ul>${lines.map((line) => `<li>${inline(escapeXml(line.slice(2)))}</li>`).join('')}</ul>`;
      return `<p>${inline(escapeXml(lines.join('\n'))).replaceAll('\n', '<br>')}</p>`;
    })
    .join('');
}

// Other sites have longer names and descriptions than a listing.
import { limits } from '../../../shared/schemas/limits.ts';
import { visibleLine } from '../../../shared/text/visible-text.ts';

const lengthOf = (text: string): number => Array.from(text).length;

/** Between a name and what is said of it: 'Kuda | Money app', 'Kuda - Money app', 'Kuda: Money app'. */
const separator = / ?[|•·»›—–] ?| - |: /;

/** A name that fits; a longer one is cut at a separator, and '' where it has none. */
export function shortName(text: string): string {
  const name = visibleLine(text);
  if (lengthOf(name) <= limits.appName) return name;
  const [head = ''] = name.split(separator, 1);
  return lengthOf(head) <= limits.appName ? head.trim() : '';
}

const generic = /^(?:home|homepage|welcome|index|untitled|document|react app|vite app|loading\W*)$/i;
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The name in the title of a page: the part that the host has in its name, else the first one that says something. */
export function nameInTitle(title: string, host: string): string {
  const parts = visibleLine(title.slice(0, 500))
    .split(separator)
    .map((part) => part.trim().replace(/^welcome to /i, ''))
    .filter((part) => part !== '' && !generic.test(part));
  const [label = ''] = host.replace(/^www\./, '').split('.');
  const own = letters(label);
  const named = parts.find((part) => own !== '' && letters(part) === own);
  const contained = parts.find((part) => letters(part).length > 2 && own.includes(letters(part)));
  return named ?? contained ?? parts[0] ?? '';
}

/** A text as one line that fits: whole sentences if the first one does, else whole words and '...'. */
export function tagline(text: string): string {
  const line = visibleLine(text);
  const max = limits.appDescription;
  if (lengthOf(line) <= max) return line;
  const head = Array.from(line).slice(0, max).join('');
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  if (end > 20) return head.slice(0, end + 1);
  const cut = Array.from(line)
    .slice(0, max - 3)
    .join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.-]+$/, '')}...`;
}

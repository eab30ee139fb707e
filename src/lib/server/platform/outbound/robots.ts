// What a robots.txt says to this directory (RFC 9309).

/** The product token that a robots.txt may name. */
export const robotName = 'naijabuilt';

interface Rule {
  allows: boolean;
  pattern: string;
}

interface Group {
  agents: string[];
  rules: Rule[];
}

function groupsOf(file: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of file.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    // Threat: a regular expression with spaces on both sides of a value takes quadratic time for a hostile line.
    const [text = ''] = line.split('#', 1);
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = text.slice(colon + 1).trim();
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
      isNaming = true;
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false;
      if (value !== '') groups.at(-1)?.rules.push({ allows: name === 'allow', pattern: value });
    }
  }
  return groups;
}

/** Compares without a regular expression, which a hostile pattern could make slow: * is any text, $ the end. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...others] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    if (isAnchored && isLast) return path.endsWith(part) && path.length - part.length >= at;
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isAnchored || at === path.length;
}

/** @param path with its query */
export function isAllowedByRobots(text: string, path: string): boolean {
  const groups = groupsOf(text);
  const ours = groups.filter(({ agents }) => agents.some((agent) => agent === robotName));
  const chosen = ours.length > 0 ? ours : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules).filter(({ pattern }) => matches(pattern, path));
  // The longest pattern counts; of two equally long ones the one that allows.
  const longest = Math.max(0, ...rules.map(({ pattern }) => pattern.length));
  const best = rules.filter(({ pattern }) => pattern.length === longest);
  return best.length === 0 || best.some(({ allows }) => allows);
}

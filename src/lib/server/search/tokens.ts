// What an app is found by. Each app is a set of tokens; a query is an expression over tokens (expression.ts). Both engines
// hold the same tokens, so both find the same. A token begins with a letter that says what it means:
//   e  the whole name            n  a beginning of what a word of the name, and all after it, joined, reads
//   p  a beginning of the name   a  a beginning of a word of the description, a category or the owner's name
//   c  a category                t  the platform                      h  the phase
import { fold, searchKey } from '../../shared/text.ts';

/** Longest beginning that is kept; of a longer word only as much is compared. */
export const longestToken = 24;
/** Shortest word in which a slip is forgiven. */
export const shortestSlipped = 5;

export interface IndexedApp {
  name: string;
  description: string;
  categories: string[];
  ownerName: string;
  platform: string;
  phase: string;
}

/** Words of letters and digits, folded. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

export function cut(word: string): string {
  return Array.from(word).slice(0, longestToken).join('');
}

function addBeginnings(tokens: Set<string>, kind: string, word: string): void {
  let beginning = kind;
  for (const letter of Array.from(word).slice(0, longestToken)) {
    beginning += letter;
    tokens.add(beginning);
  }
}

export const filterToken = {
  category: (category: string) => `c${searchKey(category)}`,
  platform: (platform: string) => `t${platform}`,
  phase: (phase: string) => `h${searchKey(phase)}`,
};

export function tokensOf(app: IndexedApp): Set<string> {
  const tokens = new Set<string>();
  const name = wordsOf(app.name);
  tokens.add(`e${name.join('')}`);
  addBeginnings(tokens, 'p', name.join(''));
  for (const index of name.keys()) addBeginnings(tokens, 'n', name.slice(index).join(''));
  for (const text of [app.description, ...app.categories, app.ownerName]) {
    const words = wordsOf(text);
    for (const word of words) addBeginnings(tokens, 'a', word);
    // Whoever leaves the space out between two words finds them too.
    for (const [index, word] of words.slice(1).entries())
      tokens.add(`a${cut(`${words[index] ?? ''}${word}`)}`);
  }
  for (const category of app.categories) tokens.add(filterToken.category(category));
  tokens.add(filterToken.platform(app.platform));
  tokens.add(filterToken.phase(app.phase));
  return tokens;
}

/** Words in which a slip is forgiven. */
export function correctableWords(app: IndexedApp): Set<string> {
  const texts = [app.name, app.description, ...app.categories, app.ownerName].map(wordsOf);
  const words = [...texts.flat(), (texts[0] ?? []).join('')];
  return new Set(words.filter((word) => isCorrectable(word)));
}

export function isCorrectable(word: string): boolean {
  const { length } = Array.from(word);
  return length >= shortestSlipped && length <= longestToken && !/^\p{Number}+$/u.test(word);
}

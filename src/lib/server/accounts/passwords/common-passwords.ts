// What an attacker tries first: passwords of published breaches, and what any list leaves out because it is plain to
// see.
import { readFileSync } from 'node:fs';

/**
 * 18,000 of them, each between two line breaks. Searched as the text that it is, which takes under a tenth of a
 * millisecond where hashing takes thousands: it is 170 kB, a Set would be 1.5 MB. Made by scripts/common-passwords.ts.
 */
const file = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'latin1');
const list = file.slice(file.indexOf('\n\n') + 1);

/** Not in that list, and tried all the same. */
const others = new Set(
  `0987654321 159753159 p@ssword yourpassword changeme123 admin1234 admin12345 root1234 user1234 guest123 blessing1 favour123
  loveme123 lovely123 summer123 winter123 autumn123 spring123 sunday123 monday123`.split(/\s+/),
);

/** One to four characters again and again: 22222222, 12341234. */
const repeated = /^(.{1,4})\1+$/su;

/** Each character the next one, or each the one before: 23456789, hgfedcba. */
function isRun(text: string): boolean {
  const steps = new Set<number>();
  for (let at = 1; at < text.length; at += 1) steps.add(text.charCodeAt(at) - text.charCodeAt(at - 1));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** Whether the password is one of the most common ones; capitals do not count. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return (
    others.has(lower) ||
    repeated.test(lower) ||
    isRun(lower) ||
    (!lower.includes('\n') && list.includes(`\n${lower}\n`))
  );
}

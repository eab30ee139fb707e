// Passwords that an attacker tries first: those of published breaches, repetitions and runs.
import { readFileSync } from 'node:fs';

/**
 * 18,000 passwords, a line each, made by scripts/common-passwords.ts. Searched as text, in under 0.1 ms: the text is
 * 170 kB, a Set would be 1.5 MB.
 */
const file = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'latin1');
const list = file.slice(file.indexOf('\n\n') + 1);

/** Common passwords that the list lacks. */
const others = new Set(
  `0987654321 159753159 p@ssword yourpassword changeme123 admin1234 admin12345 root1234 user1234 guest123 blessing1 favour123
  loveme123 lovely123 summer123 winter123 autumn123 spring123 sunday123 monday123`.split(/\s+/),
);

/** One to four characters repeated: 22222222, 12341234. */
const repeated = /^(.{1,4})\1+$/su;

/** Consecutive characters, up or down: 23456789, hgfedcba. */
function isRun(text: string): boolean {
  const steps = new Set<number>();
  for (let at = 1; at < text.length; at += 1) steps.add(text.charCodeAt(at) - text.charCodeAt(at - 1));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** Whether the password is common, in any case. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return (
    others.has(lower) ||
    repeated.test(lower) ||
    isRun(lower) ||
    (!lower.includes('\n') && list.includes(`\n${lower}\n`))
  );
}

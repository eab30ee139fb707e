// node scripts/common-passwords.ts: makes the list of forbidden passwords after an update of the package
// that it comes from. The list is in the repository, so that neither the server nor its image needs the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dictionary } from '@zxcvbn-ts/language-common';
import { signupSchema } from '../src/lib/shared/schemas/accounts.ts';

const list = new URL('../src/lib/server/accounts/common-passwords.txt', import.meta.url);
const license = new URL('../node_modules/@zxcvbn-ts/language-common/LICENSE.txt', import.meta.url);

/**
 * The whole file: its source and license, a blank line, then one password a line, the most common first.
 */
export function commonPasswordFile(): string {
  const head = [
    'Passwords of published breaches, the most common ones first, lower-case: those of the list "passwords-common" of',
    '@zxcvbn-ts/language-common that are long enough to be chosen here. Made by scripts/common-passwords.ts.',
    ...readFileSync(license, 'utf8').trim().split('\n'),
  ];
  const { password } = signupSchema.shape;
  const kept = dictionary['passwords-common'].filter((one) => password.safeParse(one).success);
  return `${head.map((line) => `# ${line}`.trimEnd()).join('\n')}\n\n${kept.join('\n')}\n`;
}

if (import.meta.main) {
  const file = commonPasswordFile();
  writeFileSync(list, file);
  console.log(`${fileURLToPath(list)}: ${file.length.toLocaleString('en')} bytes.`);
}

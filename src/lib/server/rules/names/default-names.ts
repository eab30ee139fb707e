import { readFileSync } from 'node:fs';
import type { NameReach } from '../../../shared/schemas/desk.ts';

/** The names that a new directory reserves. */
export function defaultNames(): { label: string; reach: NameReach }[] {
  const lines = readFileSync(new URL('./reserved-names.txt', import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ label: line.replace(/^=/, ''), reach: line.startsWith('=') ? 'exact' : 'near' }));
}

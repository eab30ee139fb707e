// node scripts/retention-page.ts: writes docs/retention.md from the times that the sweepers keep. A test compares the
// page with them.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { retention } from '../src/lib/server/platform/retention.ts';

const page = new URL('../docs/retention.md', import.meta.url);

export async function retentionPage(): Promise<string> {
  const rows = Object.entries(retention)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([table, { holds, ends }]) => `| \`${table}\` | ${holds} | ${ends} |`);
  const text = `# What is kept, and for how long

\`node scripts/retention-page.ts\` generates this page from \`src/lib/server/platform/retention.ts\`, from which the hourly sweep takes its times; a test
compares both, and checks that the sweep removes what is over and nothing else. A table without an entry there does not compile.

What 'ends with its account' is removed when a person deletes the account: at once for most, within minutes for one with thousands of listings. Backups
are yours to remove: a deleted account is in each backup that was made before ([operations](operations.md)).

| table | holds | a row ends |
| --- | --- | --- |
${rows.join('\n')}

Besides the database: pictures are files of the storage and end with their row of \`media\`; the log holds no names, addresses or tokens
([security](security.md)), and is kept as long as the operator's log service keeps it.
`;
  return await format(text, { ...(await resolveConfig(fileURLToPath(page))), parser: 'markdown' });
}

if (import.meta.main) {
  writeFileSync(page, await retentionPage());
  console.log(fileURLToPath(page));
}

// npm run doctor: finds mistakes in a set-up, and says how to fix them.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { lineOf } from '../src/lib/server/doctor/index.ts';
import { examineSetUp } from './data/examine-set-up.ts';

const help = `Usage: npm run doctor [-- --dkim <selector>]

Looks at the configuration, the database, the disk, the clock, the records of the mail sender in
the DNS, and the site as its proxy sends it, while the site is in use. Says a line for each thing
to mend, and ends with 1; with 0 where there is nothing.

  --dkim <selector>         the selector that your mail server signs with; the usual ones are
                            tried without it
  --name-server <address>   asks this name server, such as 9.9.9.9
  --help                    this text`;

interface Wanted {
  dkim?: string;
  'name-server'?: string;
  help?: boolean;
}

function readArguments(): Wanted | null {
  try {
    return parseArgs({
      options: {
        dkim: { type: 'string' },
        'name-server': { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return null;
  }
}

if (existsSync('.env')) loadEnvFile('.env');
const wanted = readArguments();
if (!wanted || wanted.help) {
  console.log(help);
  process.exit(wanted ? 0 : 2);
}
const findings = await examineSetUp(process.env, {
  ...(wanted['name-server'] !== undefined && { servers: [wanted['name-server']] }),
  ...(wanted.dkim !== undefined && { selectors: [wanted.dkim] }),
  progress: console.log,
});
for (const finding of findings) console.log(`- ${lineOf(finding)}`);
console.log(findings.length === 0 ? 'Nothing to mend.' : `To mend: ${String(findings.length)}`);
process.exitCode = findings.length === 0 ? 0 : 1;

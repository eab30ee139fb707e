// npm run doctor: finds mistakes in a set-up, and says how to fix them.
import { examineHere } from '../src/examine.ts';
import { findInConfig, findOutside } from '../src/lib/server/doctor/index.ts';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { ConfigError } from '../src/lib/server/platform/errors.ts';
import { loadAuthSecret } from '../src/lib/server/platform/security/auth-secret.ts';
import { runCommand, withDatabase } from './command.ts';

const help = `Usage: npm run doctor [-- --dkim <selector>]

Looks at the configuration, the database, the disk, the records of the mail sender in the DNS,
and the site as its proxy sends it, while the site is in use. Says a line for each thing to mend,
and ends with 1; with 0 where there is nothing.

  --dkim <selector>   the selector that your mail server signs with; the usual ones are
                      tried without it
  --help              this text`;

const options = { dkim: { type: 'string' } } as const;

await runCommand({ help, options }, async ({ values: { dkim } }) => {
  const findings: string[] = [];
  try {
    const config = parseConfig(process.env);
    console.log(`Looking at ${config.siteUrl} ...`);
    findings.push(...findInConfig(config));
    await withDatabase(async (operating) => {
      const secret = await loadAuthSecret(config.authSecret, config.dataDir);
      findings.push(
        ...(await examineHere(operating)),
        ...(await findOutside(config, secret, dkim === undefined ? undefined : [dkim])),
      );
    });
  } catch (error) {
    // A refused configuration is a finding, too.
    if (!(error instanceof ConfigError)) throw error;
    findings.push(`Configuration: ${error.message}`);
  }
  for (const finding of findings) console.log(`- ${finding}`);
  console.log(findings.length === 0 ? 'Nothing to mend.' : `To mend: ${String(findings.length)}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
});

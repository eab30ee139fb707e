// npm run moderate: what the desk cannot do, because nothing brings it back.
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../src/lib/server/platform/config/config.ts';
import { AppError } from '../src/lib/server/platform/errors.ts';
import { policies, policyIds, type PolicyId } from '../src/lib/shared/schemas/moderation/policies.ts';
import { runCommand, showHelp } from './command.ts';
import { withProductInUse } from './data/product-in-use.ts';

const help = `Usage: npm run moderate -- delete <listing> --reason "..." [--policy <policy>]
       npm run moderate -- release-name <name>

  delete         deletes a listing for good, with its pictures
  release-name   frees the name of a removed listing, or an address or a handle that somebody had
                 before; with '@' before it, also the handle that somebody has today

A listing is named by its id or its address (zebra-ledger of /app/zebra-ledger). The reason is
mailed to the owner, and published under the policy, such as scam or spam; 'other' without one.
The database is the one of the current configuration (DATA_DIR, DATABASE_URL), and the site may
be in use: staff hide listings and suspend accounts at its desk.`;

/** Names are typed by people, so control characters are removed before they reach a terminal. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
const isPolicy = (text: string): text is PolicyId => Object.hasOwn(policies, text);

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { reason: { type: 'string' }, policy: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
    strict: true,
  });
  const [command, subject, ...rest] = positionals;
  const { reason, policy = 'other' } = values;
  const isComplete =
    (command === 'delete' && reason !== undefined) || (command === 'release-name' && reason === undefined);
  if (values.help || !isComplete || subject === undefined || rest.length > 0) showHelp(help, values.help);
  if (!isPolicy(policy)) throw new ConfigError(`--policy ${policy}: choose one of ${policyIds.join(', ')}.`);
  await withProductInUse(parseConfig(process.env), async ({ services: { moderation } }) => {
    if (command === 'delete') {
      const { name, name_id: nameId } = await moderation.deleteListing(subject, reason ?? '', policy);
      console.log(
        `${plain(name)} (/app/${nameId}) is deleted. Its pictures follow with the server's next sweep.`,
      );
    } else {
      for (const released of await moderation.releaseName(subject))
        console.log(`Free again: ${plain(released)}.`);
    }
  });
}, [AppError]);

// npm run moderate: what the desk cannot do, because nothing brings it back.
import { policyIds } from '../src/lib/shared/schemas/policies.ts';
import { plain, runCommand, UsageError, withProduct } from './command.ts';

const help = `Usage: npm run moderate -- delete <listing> --reason "..." [--policy <policy>]
       npm run moderate -- release-name <name>

  delete         deletes a listing for good, with its pictures
  release-name   frees the name of a removed listing, or an address or a handle that somebody had
                 before; with '@' before it, also the handle that somebody has today

A listing is named by its id or its address (zebra-ledger of /app/zebra-ledger). The reason is
mailed to the owner, and published under the policy, such as scam or spam; 'other' without one.
The database is the one of the current configuration (DATA_DIR, DATABASE_URL), and the site may
be in use: staff hide listings and suspend accounts at its desk.`;

const options = { reason: { type: 'string' }, policy: { type: 'string', default: 'other' } } as const;

await runCommand(
  { help, options, takes: [2, 2] },
  async ({ values, positionals: [command, subject = ''] }) => {
    const { reason } = values;
    const policy = policyIds.find((one) => one === values.policy);
    if (command !== 'delete' && command !== 'release-name')
      throw new UsageError(`There is no command '${command ?? ''}'.`);
    if ((command === 'delete') !== (reason !== undefined))
      throw new UsageError("'delete' needs a --reason, 'release-name' takes none.");
    if (!policy) throw new UsageError(`--policy ${values.policy}: choose one of ${policyIds.join(', ')}.`);
    await withProduct(async ({ services: { moderation } }) => {
      if (reason === undefined) {
        for (const released of await moderation.releaseName(subject))
          console.log(`Free again: ${plain(released)}.`);
        return;
      }
      const { name, name_id: nameId } = await moderation.deleteListing(subject, reason, policy);
      console.log(
        `${plain(name)} (/app/${nameId}) is deleted. Its pictures follow with the server's next sweep.`,
      );
    });
  },
);

// npm run moderate -- delete <listing> --reason "...": what the desk of staff does not do, also while the site runs.
import type { Released } from '../src/lib/server/moderation/index.ts';
import { policyIds } from '../src/lib/shared/schemas/moderation/policies.ts';
import type { Product } from '../src/product.ts';
import { plain, runCommand, UsageError, withProduct } from './command.ts';

const help = `Usage: npm run moderate -- <command>

Staff decide at the desk (/desk). These few things are for the operator alone:

  delete <listing> --reason "..."   deletes a listing for good, with its pictures
  unban <account>                   opens a suspended account again, also after the 30 days in
                                    which the desk can take its suspension back
  release-name <name>               frees the name of a removed listing, or an address or a handle
                                    that somebody had before; with '@' before it, also the handle
                                    that somebody has today
  --policy <name>                   of 'delete': what the decision is published under, such as
                                    illegal; 'other' if left out
  --help                            this text

A listing is named by its id or its address (zebra-ledger of /app/zebra-ledger), an account by
its id, email or handle. Owners are mailed, with the reason. The database is the one of the
current configuration (DATA_DIR, DATABASE_URL), and the site may be in use.`;

const options = { reason: { type: 'string' }, policy: { type: 'string' } } as const;

interface Wanted {
  subject: string;
  reason: string | undefined;
  policy: string | undefined;
}

function sentenceOf(released: Released): string {
  switch (released.kind) {
    case 'listing':
      return `The name ${released.name} and the address /app/${released.nameId} of a removed listing are free.`;
    case 'old-address':
      return `The address /app/${released.nameId}, which a listing had before, is free.`;
    case 'old-handle':
      return `The handle ${released.handle}, which somebody had before, is free.`;
    case 'handle':
      return `The handle ${released.handle} was taken back, and is free.`;
  }
}

const commands: Record<string, (product: Product, wanted: Wanted) => Promise<string[]>> = {
  async delete({ services: { moderation } }, { subject, reason, policy: given }) {
    if (reason === undefined) throw new UsageError(`'delete' needs a --reason.`);
    const policy = policyIds.find((one) => one === (given ?? 'other'));
    if (!policy)
      throw new UsageError(`There is no policy '${given ?? ''}'. Choose one of ${policyIds.join(', ')}.`);
    const { name, name_id } = await moderation.deleteListing(subject, reason, policy);
    return [
      `${name} (/app/${name_id}) is deleted. Its pictures follow with the server's next sweep, within the hour.`,
    ];
  },
  async unban({ jobs, services: { moderation } }, { subject }) {
    const { email } = await moderation.reopenAccount(subject);
    // A running server takes the job as well.
    await jobs.flush();
    return [`The account of ${email} is open again, with its listings.`];
  },
  'release-name': async ({ services: { moderation } }, { subject }) =>
    (await moderation.releaseName(subject)).map(sentenceOf),
};

await runCommand(
  { help, options, takes: [2, 2] },
  async ({ values, positionals: [name = '', subject = ''] }) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command '${name}'.`);
    const { reason, policy } = values;
    if (name !== 'delete' && (reason ?? policy) !== undefined)
      throw new UsageError(`'${name}' takes no options.`);
    const lines = await withProduct((product) => command(product, { subject, reason, policy }));
    for (const line of lines) console.log(plain(line));
  },
);

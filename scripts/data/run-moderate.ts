// `npm run moderate` from its arguments to its exit code.
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { policies, policyIds, type PolicyId } from '../../src/lib/shared/schemas/moderation/policies.ts';
import { AppError } from '../../src/lib/server/platform/errors.ts';
import { commands } from './moderate-commands.ts';
import type { RunCommand } from './run-command.ts';

const help = `Usage: npm run moderate -- <command>

  hide <listing> --reason "..."     removes it from the public; its page says so and why
  restore <listing>                 brings it back
  delete <listing> --reason "..."   deletes it for good, with its pictures
  ban <account> --reason "..."      closes an account; nothing of it is shown
  unban <account>                   opens it again, with its listings
  release-name <name>               frees the name of a removed listing, or an address or a handle
                                    that somebody had before; with '@' before it, also the handle
                                    that somebody has today
  list                              what is removed or closed, newest first
  show <listing or account>         what is known of it
  refresh                           empties the page caches, after changes by SQL
  --help                            this text

A listing is named by its id or its address (zebra-ledger of /app/zebra-ledger), an account by
its id, email or handle. The reason is read by everybody who opens the page of a listing, and
mailed to the owner. 'hide', 'delete' and 'ban' also take --policy, such as scam or spam; their
decisions are published under it, and under 'other' without one. 'release-name' leaves none, as
it concerns an address, not what somebody published. The database is the one of the current configuration (DATA_DIR,
DATABASE_URL), and the site may be in use. Ends with 0; with 1 and one sentence where something
cannot be done, and with 2 where the command is not one of these.`;

class UsageError extends Error {}

const isPolicy = (text: string): text is PolicyId => Object.hasOwn(policies, text);

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { reason: { type: 'string' }, policy: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @returns null if help is requested */
function readCommand(args: string[]) {
  const { values, positionals } = readArguments(args);
  if (values.help) return null;
  const [name = '', subject = '', ...rest] = positionals;
  const { policy, reason } = values;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name === '' ? '' : `There is no command '${name}'.`);
  if (rest.length > 0)
    throw new UsageError(`'${name}' takes one argument. Put quotes around what has a space in it.`);
  if ((command.takes === 'subject') !== (subject !== ''))
    throw new UsageError(
      command.takes === 'subject' ? `Say what '${name}' is about.` : `'${name}' takes no argument.`,
    );
  if (command.needsReason !== (reason !== undefined))
    throw new UsageError(
      command.needsReason ? `'${name}' needs a --reason.` : `'${name}' takes no --reason.`,
    );
  if (policy !== undefined && !(command.takesPolicy && isPolicy(policy)))
    throw new UsageError(
      command.takesPolicy
        ? `There is no policy '${policy}'. Choose one of ${policyIds.join(', ')}.`
        : `'${name}' takes no --policy.`,
    );
  return { command, subject, reason: reason ?? '', policy };
}

export const runModerate: RunCommand = async (args, env, output) => {
  try {
    const wanted = readCommand(args);
    if (!wanted) {
      output.log(help);
      return 0;
    }
    // Imported here, because it loads most of the server.
    const { atDesk } = await import('./moderate.ts');
    return await atDesk(parseConfig(env), async (desk) => {
      const lines = await wanted.command.run(desk, wanted.subject, wanted.reason, wanted.policy);
      output.log(lines.join('\n'));
      const notified = desk.told();
      if (notified) output[notified.isWell ? 'log' : 'error'](notified.sentence);
      return notified?.isWell === false ? 1 : 0;
    });
  } catch (error) {
    if (error instanceof UsageError) {
      output.error(error.message === '' ? help : `${error.message}\n\n${help}`);
      return 2;
    }
    output.error(error instanceof ConfigError || error instanceof AppError ? error.message : error);
    return 1;
  }
};

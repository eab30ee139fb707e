// npm run moderate -- hide <listing> --reason "...": what an operator does when somebody misuses the site, while it is
// in use.
import { parseArgs } from 'node:util';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { AppError } from '../src/lib/server/platform/errors.ts';
import { readOptions, runCommand, showHelp } from './command.ts';
import { commands } from './data/moderate-commands.ts';

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
mailed to the owner. The database is the one of the current configuration (DATA_DIR,
DATABASE_URL), and the site may be in use. Ends with 0; with 1 and one sentence where something
cannot be done, and with 2 where the command is not one of these.`;

function usage(problem?: string): never {
  if (problem !== undefined) console.error(`${problem}\n`);
  console.error(help);
  process.exit(2);
}

const options = { reason: { type: 'string' }, help: { type: 'boolean' } } as const;
const wanted = readOptions(() => parseArgs({ options, allowPositionals: true })) ?? usage();
if (wanted.values.help) showHelp(help, true);
const [name = '', subject, ...rest] = wanted.positionals;
const { reason } = wanted.values;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) usage(name === '' ? undefined : `There is no command '${name}'.`);
if (rest.length > 0) usage(`'${name}' takes one argument. Put quotes around what has a space in it.`);
if ((command.takes === 'subject') !== (subject !== undefined && subject !== ''))
  usage(command.takes === 'subject' ? `Say what '${name}' is about.` : `'${name}' takes no argument.`);
if (command.needsReason !== (reason !== undefined))
  usage(command.needsReason ? `'${name}' needs a --reason.` : `'${name}' takes no --reason.`);

await runCommand(async () => {
  // Imported late, because it brings most of the server along.
  const { atDesk } = await import('./data/moderate.ts');
  await atDesk(parseConfig(process.env), async (desk) => {
    const lines = await command.run(desk, subject ?? '', reason ?? '');
    console.log(lines.join('\n'));
    const told = desk.told();
    if (told) console[told.isWell ? 'log' : 'error'](told.sentence);
    if (told?.isWell === false) process.exitCode = 1;
  });
}, [AppError]);

// Somebody who lists an app on a new site: signs up over HTTPS, reads the code in a mail that comes by SMTP, lists an
// app with pictures, and opens its public page. Prints what the page shows as JSON.
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { codeIn, readMail, type ReadMail } from '../mailbox.ts';
import { picture } from '../pictures.ts';
import { visit, type Site } from './https-visitor.ts';

export interface ListingInput extends Site {
  name: string;
  email: string;
  smtpPort: number;
}

export interface Listed {
  nameId: string;
  /** What mails the person got, by subject. */
  mails: string[];
  /** Pictures that the page names and that could be fetched: path, media type by its first bytes, bytes. */
  pictures: { path: string; bytes: number }[];
  /** Whether the page holds the name and the description. */
  isShown: boolean;
}

const input = JSON.parse(process.argv[2] ?? '') as ListingInput;
const mails: ReadMail[] = [];
const { promise: firstMail, resolve: gotMail } = Promise.withResolvers<ReadMail>();
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    buffer(stream).then((bytes) => {
      const mail = readMail(bytes.toString());
      mails.push(mail);
      gotMail(mail);
      done();
    }, done);
  },
});
smtp.listen(input.smtpPort, '127.0.0.1');
await once(smtp.server, 'listening');

const person = visit(input, '127.200.0.1');

async function api<T>(
  method: string,
  path: string,
  body: Buffer,
  headers: Record<string, string>,
): Promise<T> {
  const answer = await person.ask(`/api/v1${path}`, { method, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString()) as T;
}
const json = <T>(path: string, value: unknown): Promise<T> =>
  api('POST', path, Buffer.from(JSON.stringify(value)), { 'content-type': 'application/json' });

const { email } = input;
await json('/user/', { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' });
const code = codeIn(await firstMail);
const { data } = await json<{ data: { access: string } }>('/user/verify/', { email, code });

const description = 'Listed by a person on a new machine.';
const form = new FormData();
form.append('name', input.name);
form.append('description', description);
form.append('website', 'https://myapp.ng');
const add = (field: string, bytes: Buffer) =>
  form.append(field, new Blob([new Uint8Array(bytes)]), 'picture.png');
add('logo', await picture(300, 300, '#008751'));
add('screenshot', await picture(540, 1_080, '#102030'));
const encoded = new Response(form);
const { name_id } = await api<{ name_id: string }>(
  'POST',
  '/app/',
  Buffer.from(await encoded.arrayBuffer()),
  {
    authorization: `Bearer ${data.access}`,
    'content-type': encoded.headers.get('content-type') ?? '',
  },
);

const page = await person.ask(`/app/${name_id}`);
const html = page.body.toString();
const pictures: Listed['pictures'] = [];
for (const path of new Set([...html.matchAll(/\/media\/[\w./-]+/g)].map(([found]) => found))) {
  const answer = await person.ask(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  pictures.push({ path, bytes: answer.body.length });
}
const listed: Listed = {
  nameId: name_id,
  mails: mails.map(({ subject }) => subject),
  pictures,
  isShown: page.status === 200 && html.includes(input.name) && html.includes(description),
};
person.leave();
await new Promise<void>((resolve) => smtp.close(resolve));
console.log(JSON.stringify(listed));

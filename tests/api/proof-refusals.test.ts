// What a check of a proof says where it finds none.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckProof } from '../../src/lib/shared/schemas/proofs/proofs.ts';
import { proofFile as file, startProving, type Proving } from '../support/proving.ts';

let proving: Proving;

beforeAll(async () => {
  proving = await startProving('sqlite');
});
afterAll(() => proving.stop());

test('Each way that fails says what is wrong', async () => {
  const { world } = proving;
  const listed = await proving.list();
  const { domain, token } = listed;
  const www = `www.${domain}`;
  const refusals: [CheckProof, () => void, string][] = [
    [{ way: 'file' }, () => undefined, 'the name has no address'],
    [{ way: 'file' }, () => world.host(domain, {}), 'There is no file at'],
    [{ way: 'file' }, () => world.host(domain, { [file]: 'naijabuilt-none' }), 'token is not in it'],
    [
      { way: 'file' },
      () => world.host(domain, { [file]: `naijabuilt-${'0'.repeat(32)}` }),
      'another app or account',
    ],
    [
      { way: 'file' },
      () => world.host(domain, { [file]: `<!doctype html><html>${token}` }),
      'shows a web page',
    ],
    [{ way: 'file' }, () => world.host(domain, { [file]: 'x'.repeat(70_000) }), 'sent more than is read'],
    [
      { way: 'file' },
      () => world.host(domain, (_r, answer) => void answer.writeHead(403).end()),
      'the error 403',
    ],
    [
      { way: 'file' },
      () => {
        world.host('other-site.test', { '/': token });
        world.host(
          domain,
          (_r, answer) => void answer.writeHead(302, { location: 'https://other-site.test/' }).end(),
        );
      },
      'which is another domain',
    ],
    [{ way: 'file' }, () => world.addresses(domain, () => ['10.0.0.1']), 'private network'],
    [{ way: 'meta' }, () => world.host(www, { '/': '<p>No tag</p>' }), 'has no tag named'],
    [
      { way: 'meta' },
      () => world.host(www, { '/': `<!-- <meta name="naijabuilt-verification" content="${token}"> -->` }),
      'has no tag named',
    ],
    [
      { way: 'meta' },
      () => world.host(www, { '/': '<meta name="naijabuilt-verification" content="x">' }),
      'not the token of this app',
    ],
    [
      { way: 'meta' },
      () =>
        world.host(www, (_r, answer) => void answer.writeHead(200, { 'content-type': 'image/png' }).end()),
      'is not a web page',
    ],
    [{ way: 'dns' }, () => undefined, 'There is no TXT record'],
    [
      { way: 'dns' },
      () => world.texts(`_naijabuilt.${domain}`, ['naijabuilt-x']),
      'not the token of this app',
    ],
    [{ way: 'repository' }, () => undefined, 'Give the repository'],
    [
      { way: 'repository', repository: 'busha/none' },
      () => world.host('raw.githubusercontent.com', {}),
      'has no file',
    ],
    [
      { way: 'repository', repository: 'busha/wrong' },
      () => world.host('raw.githubusercontent.com', { [`/busha/wrong/HEAD${file}`]: 'x' }),
      'does not hold the token',
    ],
    [
      { way: 'repository', repository: 'busha/fork' },
      () => {
        world.host('raw.githubusercontent.com', { [`/busha/fork/HEAD${file}`]: token });
        world.host('github.com', { '/busha/fork': 'Nothing here' });
      },
      'links to',
    ],
    [{ way: 'store' }, () => undefined, 'has no link to Google Play'],
  ];
  for (const [form, prepare, sentence] of refusals) {
    prepare();
    const said = await proving.check(listed, form);
    expect(said).toContain(sentence);
    expect(said).toMatch(/^[A-Z\d][^\n]+\.$/i);
  }
  expect(await proving.badgeOf(listed.app.id)).toBeNull();
});

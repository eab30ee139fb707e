// Property: docs/operations.md alone is enough. Its own blocks of code, in their order, bring a bare Debian 12 from
// `git clone` to a listing that a person made over HTTPS, behind Caddy and behind nginx; and an update and the way back
// fail no request of 200 a second. systemd is Debian's own. Needs root, and `apt-get install debootstrap openssl`.
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, fillIn, stepOf } from '../../support/bare-machine/doc-steps.ts';
import type { Listed, ListingInput } from '../../support/bare-machine/list-an-app.ts';
import { missingForMachine, startMachine, type BareMachine } from '../../support/bare-machine/machine.ts';
import type { Crowd, CrowdInput } from '../../support/bare-machine/many-visitors.ts';
import { makeVersions, news, type Versions } from '../../support/bare-machine/versions.ts';
import { scaled } from '../../support/scale.ts';

const missing = missingForMachine();
if (missing !== null) console.log(`Left out: the deploy kit on a bare Debian 12, as ${missing}.`);

const domain = 'apps.example.ng';
const smtpPort = 2525;
const logFile = 'test-results/bare-debian.log';
const support = 'tests/support/bare-machine';
const steps = blocksOf(readFileSync('docs/operations.md', 'utf8'));
const said: string[] = [];
const say = (line: string): void => {
  said.push(line);
  console.log(line);
};
const seconds = (count: number) => `${count.toFixed(0)} s`;

describe.skipIf(missing !== null)('docs/operations.md on a bare Debian 12', () => {
  let folder: string;
  let versions: Versions;
  let machine: BareMachine;
  let names: string;
  const followed = new Set<string>();
  const authorities = { caddy: '', nginx: '' };

  function step(name: string, values: Record<string, string> = {}): string {
    followed.add(name);
    return fillIn(stepOf(steps, name), values);
  }

  /** In one shell with the names of the first block, as the document says. */
  async function follow(wanted: readonly string[], network: 'internet' | 'own' = 'internet'): Promise<void> {
    const script = [names, ...wanted.map((name) => step(name))].join('\n');
    const { seconds: took } = await machine.run(script, network);
    say(`${wanted.join(', ')}: ${seconds(took)}`);
  }

  async function answerOf<T>(script: string, input: unknown): Promise<T> {
    const child = machine.visitor(join(support, script), input);
    const ended = once(child, 'close');
    const output = child.stdout ? await text(child.stdout) : '';
    await ended;
    if (child.exitCode !== 0) throw new Error(`${script} ended with ${String(child.exitCode)}: ${output}`);
    return JSON.parse(output) as T;
  }

  beforeAll(async () => {
    mkdirSync('test-results', { recursive: true });
    writeFileSync(logFile, '');
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-versions-'));
    versions = makeVersions(folder);
    const started = await startMachine({
      files: { 'naijabuilt.git': versions.repository },
      names: [domain],
      logFile,
    });
    machine = started;
    say(started.madeIn > 0 ? `debootstrap: ${seconds(started.madeIn)}` : 'debootstrap: kept from an earlier run');
    names = step('names', {
      DOMAIN: domain,
      CONTACT_EMAIL: `hello@${domain}`,
      SMTP_URL: `smtp://127.0.0.1:${String(smtpPort)}`,
      REPOSITORY: '/mnt/naijabuilt.git',
      VERSION: versions.before,
    });
  }, 1_800_000);
  afterAll(async () => {
    await machine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function listAnApp(proxy: 'caddy' | 'nginx'): Promise<string> {
    const input: ListingInput = {
      domain,
      authority: authorities[proxy],
      name: `Behind ${proxy}`,
      email: `ada@${proxy}.example`,
      smtpPort,
    };
    const listed = await answerOf<Listed>('list-an-app.ts', input);
    say(`a person lists an app behind ${proxy}: ${JSON.stringify(listed)}`);
    expect(listed.isShown).toBe(true);
    expect(listed.pictures.length).toBeGreaterThan(1);
    return listed.nameId;
  }

  /** Does `change` while visitors ask for all kinds of pages, and checks that none of them noticed. */
  async function underLoad(name: string, nameId: string, change: () => Promise<void>): Promise<Crowd> {
    const proxy = nameId.includes('nginx') ? 'nginx' : 'caddy';
    const site = { domain, authority: authorities[proxy] };
    const { output: home } = await machine.run("grep --recursive --only-matching --no-filename --max-count=1 '_astro/[^\"]*\\.js' /srv/naijabuilt/dist/.hashed-files || head -3 /srv/naijabuilt/dist/.hashed-files", 'own');
    const assets = home.split('\n').filter((line) => line.endsWith('.js')).slice(0, 3);
    const input: CrowdInput = {
      ...site,
      perSecond: 200,
      atLeast: scaled(10_000),
      news,
      pages: [
        { path: '/', contains: '</html>' },
        { path: '/apps', contains: `Behind ${proxy}` },
        { path: `/app/${nameId}`, contains: `Behind ${proxy}` },
        { path: '/search?q=behind', contains: '</html>' },
        { path: '/api/v1/app/', contains: `Behind ${proxy}` },
        ...assets.map((asset) => ({ path: `/_astro/${asset.replace(/^_astro\//, '')}`, contains: '' })),
      ],
    };
    const crowd = machine.visitor(join(support, 'many-visitors.ts'), input);
    const told = crowd.stdout ? text(crowd.stdout) : Promise.resolve('');
    const ended = once(crowd, 'close');
    try {
      await change();
    } finally {
      crowd.stdin?.end();
      await ended;
    }
    const tally = JSON.parse(await told) as Crowd;
    say(`${name} under 200 requests a second: ${JSON.stringify(tally)}`);
    expect(tally.faults).toEqual([]);
    expect(tally.failed).toBe(0);
    expect(tally.requests).toBeGreaterThanOrEqual(scaled(10_000));
    return tally;
  }

  const versionServed = async () =>
    (await machine.run("perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(\"127.0.0.1:4321\"); print $s \"GET /healthz HTTP/1.0\\r\\n\\r\\n\"; print <$s>'", 'own')).output;

  async function updateAndBack(proxy: 'caddy' | 'nginx', nameId: string): Promise<void> {
    const updated = await underLoad(`update behind ${proxy}`, nameId, async () => {
      const { seconds: took } = await machine.run(step('update', { VERSION: versions.next }), 'internet');
      say(`update: ${seconds(took)}`);
      expect(await versionServed()).toContain(versions.next);
    });
    expect(updated.withNews).toBeGreaterThan(0);
    expect(updated.withNews).toBeLessThan(updated.requests);
    await underLoad(`way back behind ${proxy}`, nameId, async () => {
      const { seconds: took } = await machine.run(step('way-back', { VERSION: versions.before }), 'internet');
      say(`way back: ${seconds(took)}`);
      expect(await versionServed()).toContain(versions.before);
    });
  }

  test('Brings a site up, from git clone to a first backup', async () => {
    await follow(['packages', 'site', 'configuration', 'start']);
    const { output } = await machine.run('ls /var/backups/naijabuilt; systemctl is-active naijabuilt', 'own');
    expect(output).toMatch(/\d{8}T\d+Z/);
    expect(output).toContain('active');
    expect(await versionServed()).toContain(versions.before);
  }, 1_800_000);

  test('Serves a person behind Caddy, through an update and the way back', async () => {
    await follow(['caddy']);
    say('surroundings: Caddy asks its own authority, by `local_certs` at the top of the Caddyfile');
    await machine.run(
      "sed -i '1i {\\n\\tlocal_certs\\n\\tskip_install_trust\\n}' /etc/caddy/Caddyfile && systemctl restart caddy",
      'own',
    );
    authorities.caddy = join(machine.root, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt');
    await expect.poll(() => readFileSync(authorities.caddy, 'utf8')).toContain('BEGIN CERTIFICATE');
    const nameId = await listAnApp('caddy');
    await updateAndBack('caddy', nameId);
  }, 3_600_000);

  test('Serves a person behind nginx, through an update and the way back', async () => {
    await machine.run('systemctl disable --now caddy || true', 'own');
    const [install = '', certbot = ''] = step('certificate').trim().split('\n');
    const { seconds: took } = await machine.run(`${names}\n${install}`, 'internet');
    say(`certificate: ${seconds(took)}; not followed: ${certbot.split(' ').slice(0, 2).join(' ')} (openssl signs)`);
    await machine.run(`${names}\n${ownCertificate}`, 'own');
    authorities.nginx = join(machine.root, 'root/authority.pem');
    await follow(['nginx'], 'own');
    const nameId = await listAnApp('nginx');
    await updateAndBack('nginx', nameId);
  }, 3_600_000);

  test('Says what is to mend, and which blocks nobody followed', async () => {
    const { output } = await machine.run(`${step('doctor')} || true`, 'own');
    const lines = output.split('\n').filter((line) => line.startsWith('- '));
    say(`doctor: ${lines.join('\n')}`);
    for (const block of steps)
      if (block.step === null || !followed.has(block.step))
        say(`not followed: line ${String(block.line)}, ${block.heading}: ${block.text.split('\n')[0] ?? ''}`);
    writeFileSync('test-results/bare-debian.txt', `${said.join('\n')}\n`);
  }, 600_000);
});

/** Stands for certbot, which asks an authority that no machine without a public address can use. */
const ownCertificate = `
live=/etc/letsencrypt/live/$DOMAIN
mkdir --parents $live
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=Authority -keyout /root/authority.key -out /root/authority.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=$DOMAIN -keyout $live/privkey.pem -out /root/site.csr
echo subjectAltName=DNS:$DOMAIN > /root/names
openssl x509 -req -in /root/site.csr -CA /root/authority.pem -CAkey /root/authority.key -days 30 -extfile /root/names -out /root/site.pem
cat /root/site.pem /root/authority.pem > $live/fullchain.pem
`;

// Property: docs/operations.md alone is enough. Its own blocks of code, in their order, bring a bare Debian 12 from
// `git clone` to a listing that a person made over HTTPS, behind Caddy and behind nginx; and an update and the way back
// fail no request of 200 a second. systemd is Debian's own. Needs root, and `apt-get install debootstrap`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingForMachine, startMachine, type BareMachine } from '../../support/bare-machine/machine.ts';
import { createOperator, type AppOfPerson, type Operator } from '../../support/bare-machine/operator.ts';
import { makeVersions, type Versions } from '../../support/bare-machine/versions.ts';

const missing = missingForMachine();
if (missing !== null) console.log(`Left out: the deploy kit on a bare Debian 12, because ${missing}`);

const domain = 'apps.example.ng';
const hour = 3_600_000;

const authorityOfCertbot = '/opt/authority/caddy/pki/authorities/local/root.crt';
/** No public authority can ask a machine without a public address, so certbot asks Caddy as one. */
const authorityForCertbot = `
mkdir --parents /etc/letsencrypt
cat > /opt/authority.caddy <<'END'
{
	admin off
	http_port 8080
	https_port 8443
	skip_install_trust
}
localhost:8443 {
	tls internal
	acme_server
}
END
systemd-run --quiet --unit=authority --setenv=XDG_DATA_HOME=/opt/authority caddy run --config /opt/authority.caddy --adapter caddyfile
export REQUESTS_CA_BUNDLE=${authorityOfCertbot}
until node --eval 'fetch("https://localhost:8443/acme/local/directory").catch(({ cause }) => process.exit(cause.code === "ECONNREFUSED" ? 1 : 0))' && test -s $REQUESTS_CA_BUNDLE; do sleep 0.2; done
echo 'server = https://localhost:8443/acme/local/directory' > /etc/letsencrypt/cli.ini
`;

describe.skipIf(missing !== null)('docs/operations.md on a bare Debian 12', () => {
  let folder: string;
  let versions: Versions;
  let machine: BareMachine;
  let operator: Operator;

  beforeAll(async () => {
    mkdirSync('test-results', { recursive: true });
    writeFileSync('test-results/bare-debian.log', '');
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-versions-'));
    versions = makeVersions(folder);
    const { madeIn, ...started } = await startMachine({
      files: { 'naijabuilt.git': versions.repository },
      names: [domain],
      logFile: 'test-results/bare-debian.log',
    });
    machine = started;
    operator = createOperator(machine, {
      domain,
      repository: '/mnt/naijabuilt.git',
      version: versions.before,
    });
    operator.say(
      madeIn > 0 ? `debootstrap: ${madeIn.toFixed(0)} s` : 'debootstrap: kept from an earlier run',
    );
  }, hour);
  afterAll(async () => {
    // Helps to find a fault in the log of this proof.
    await machine.run('journalctl --no-pager --output=cat | grep --invert-match \'"level":"info"\'', 'own');
    await machine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (command: string) => machine.run(command, 'own');

  async function versionServed(): Promise<string> {
    const ask = 'fetch("http://127.0.0.1:4321/healthz").then((answer) => answer.text()).then(console.log)';
    return (await machine.run(`node --eval '${ask}'`, 'own')).output;
  }

  async function statusOf(path: string): Promise<string> {
    const ask = "curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1:4321";
    return (await machine.run(`${ask}${path}`, 'own')).output;
  }

  async function certificateServed(): Promise<string> {
    const connect = `openssl s_client -connect 127.0.0.1:443 -servername ${domain} < /dev/null`;
    return (await machine.run(`${connect} 2> /dev/null | openssl x509 -noout -serial`, 'own')).output;
  }

  async function updateAndGoBack({ path: appPage }: AppOfPerson, name: string): Promise<void> {
    const updated = await operator.underLoad(`update of '${name}'`, appPage, name, async () => {
      await operator.follow(['update'], { values: { VERSION: versions.next } });
      expect(await versionServed()).toContain(versions.next);
    });
    // Some came before the restart, and some after it.
    expect(updated.withNews).toBeGreaterThan(0);
    expect(updated.withNews).toBeLessThan(updated.requests);
    await operator.underLoad(`way back of '${name}'`, appPage, name, async () => {
      await operator.follow(['way-back'], { values: { VERSION: versions.before } });
      expect(await versionServed()).toContain(versions.before);
    });
  }

  async function letCaddySign(): Promise<void> {
    operator.say('surroundings: `local_certs` at the top of the Caddyfile, so that Caddy signs by itself');
    await machine.run(
      "sed -i '1i {\\n\\tlocal_certs\\n\\tskip_install_trust\\n}' /etc/caddy/Caddyfile && systemctl restart caddy",
      'own',
    );
    const authority = join(machine.root, 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt');
    await expect.poll(() => readFileSync(authority, 'utf8'), { timeout: 20_000 }).toContain('BEGIN');
    operator.trust(authority);
  }

  test('Brings a site up, from git clone to a first backup', { timeout: hour }, async () => {
    await operator.follow(['packages', 'site', 'configuration']);
    await operator.follow(['start'], { network: 'own' });
    const { output } = await machine.run('ls /var/backups/naijabuilt; systemctl is-active naijabuilt', 'own');
    expect(output).toMatch(/\d{8}T\d+Z/);
    expect(output).toMatch(/^active$/m);
    expect(await versionServed()).toContain(versions.before);
  });

  test('Serves a person behind Caddy, through an update and the way back', { timeout: hour }, async () => {
    await operator.follow(['caddy']);
    await letCaddySign();
    await updateAndGoBack(await operator.listAnApp('Behind Caddy'), 'Behind Caddy');
  });

  test('Serves a person behind nginx, through an update and the way back', { timeout: hour }, async () => {
    await run('systemctl disable --now caddy');
    operator.say(
      'surroundings: certbot asks an ACME server on this machine (Caddy), by `server` in its cli.ini',
    );
    await operator.followInTwo('certificate', authorityForCertbot);
    operator.trust(join(machine.root, authorityOfCertbot));
    await operator.follow(['nginx'], { network: 'own' });
    const before = await certificateServed();
    await machine.run(
      `export REQUESTS_CA_BUNDLE=${authorityOfCertbot}; certbot renew --force-renewal --no-random-sleep-on-renew; systemctl is-active nginx`,
      'own',
    );
    // nginx answers the authority with our file, and takes the new certificate.
    await expect.poll(certificateServed, { timeout: 20_000 }).not.toBe(before);
    await updateAndGoBack(await operator.listAnApp('Behind nginx'), 'Behind nginx');
  });

  test(
    'Has nothing to mend by the doctor but records of the DNS and legal review',
    { timeout: hour },
    async () => {
      const said = await operator.follow(['doctor'], {
        network: 'own',
        surroundings: `export NODE_EXTRA_CA_CERTS=${authorityOfCertbot}; trap 'exit 0' EXIT`,
      });
      const lines = said.split('\n').filter((line) => line.startsWith('- '));
      operator.say(`doctor: ${lines.join('\n')}`);
      // The machine has no name server, and no lawyer.
      expect(lines.filter((line) => !/^- (?:DNS|LEGAL_REVIEWED): /.test(line))).toEqual([]);
      expect(lines).toHaveLength(2);
    },
  );

  test('Takes a backup by hand beside those of the timer, and puts one back', { timeout: hour }, async () => {
    await operator.follow(['backup', 'restore'], { network: 'own' });
    const { output } = await run(
      'systemctl start naijabuilt-backup; ls /var/backups/naijabuilt; ls /srv/new',
    );
    expect(output.match(/^\d{8}T\d+Z$/gm)).toHaveLength(3);
    expect(output).toContain('naijabuilt.db');
  });

  test('Puts the database back as it was', { timeout: hour }, async () => {
    const COPY = 'before-9.0.0-20261121T080000000Z.db';
    // An update that migrates leaves such a copy.
    const copied = `new (require("node:sqlite").DatabaseSync)("naijabuilt.db").prepare("vacuum into ?").run("backups/${COPY}")`;
    await machine.run(
      `cd /var/lib/naijabuilt; install --directory --owner naijabuilt backups; node --eval '${copied}'`,
      'own',
    );
    const late = await operator.listAnApp('Listed too late');
    await operator.follow(['put-back'], { network: 'own', values: { COPY } });
    expect(await statusOf(late.path)).toBe('404');
    expect(await statusOf('/app/behind-nginx')).toBe('200');
  });

  test('Makes somebody an admin', { timeout: hour }, async () => {
    const values = { ACCOUNT: 'behind.nginx@example.com' };
    const said = await operator.follow(['roles'], { network: 'own', values });
    expect(said).toContain('admin');
    const { output } = await run(
      `cd /var/lib/naijabuilt; node --eval 'console.log(new (require("node:sqlite").DatabaseSync)("naijabuilt.db").prepare("select email from users where role = ?").all("admin"))'`,
    );
    expect(output).toContain(values.ACCOUNT);
  });

  test('Hides a listing, closes an account and ends all sessions', { timeout: hour }, async () => {
    const name = 'Of no use';
    const { nameId, path, email } = await operator.listAnApp(name);
    expect(await statusOf(path)).toBe('200');
    await operator.follow(['moderate'], { network: 'own', values: { LISTING: nameId, ACCOUNT: email } });
    await expect.poll(() => statusOf(path), { timeout: 20_000 }).toBe('410');
    const values = { ACCOUNT: 'behind.nginx@example.com' };
    const said = await operator.follow(['end-sessions'], { network: 'own', values });
    expect(said).toContain('1 session of behind.nginx@example.com ended.');
    expect(said).toContain('ended: everybody has to log in again.');
  });

  test('Serves a person from nodes on PostgreSQL while each is restarted', { timeout: hour }, async () => {
    const name = 'Behind nodes';
    await run('systemctl disable --now nginx');
    await operator.follow(['postgres']);
    await operator.follow(['move'], { network: 'own' });
    await operator.follow(['nodes'], { network: 'own' });
    await operator.follow(['caddy-of-nodes']);
    await letCaddySign();
    const { path } = await operator.listAnApp(name);
    // It came along from SQLite.
    expect(await statusOf('/app/behind-nginx')).toBe('200');
    await operator.follow(['more-nodes'], { network: 'own' });
    await operator.underLoad('restart of two of three nodes', path, name, () =>
      operator.follow(['restart-nodes'], { network: 'own' }),
    );
    await run('ip address add 10.0.0.11/32 dev lo; systemctl stop naijabuilt@1.socket naijabuilt@1');
    await operator.follow(['address'], { network: 'own' });
    await machine.run(
      'systemctl start naijabuilt@1.socket naijabuilt@1; curl --fail --silent --retry 20 --retry-connrefused http://10.0.0.11:4321/healthz',
      'own',
    );
  });

  test('Fills in the secrets of the containers', async () => {
    await operator.follow(['secrets'], { network: 'own', surroundings: 'cd /srv/naijabuilt' });
    const { output } = await machine.run(
      'cd /srv/naijabuilt; grep -E "^(POSTGRES_PASSWORD|S3_SECRET_KEY|AUTH_SECRET)=" .env',
      'own',
    );
    expect(new Set(output.match(/=[0-9a-f]{64}$/gm)).size).toBe(3);
  });

  test('Names the blocks that it did not follow', () => {
    for (const { line, heading, text } of operator.left())
      operator.say(`not followed: line ${String(line)}, ${heading}: ${text.split('\n')[0] ?? ''}`);
    writeFileSync('test-results/bare-debian.txt', `${operator.said().join('\n')}\n`);
    expect(operator.left().filter(({ step }) => step !== null)).toEqual([]);
  });
});

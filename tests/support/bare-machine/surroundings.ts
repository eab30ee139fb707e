// What a bare machine gets from the one that it runs on, as it would from its own network: a name server, a mirror's
// authorities and npm's settings. None of it is a step of the document.
import { copyFileSync, cpSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const taken = /^(?:https?_proxy|no_proxy|npm_config_(?:registry|cafile|proxy|https_proxy))$/i;

/**
 * @param upper the layer of the machine's own files, before it starts
 * @returns variables for its shell
 */
export function surroundings(upper: string, names: readonly string[]): { env: string[] } {
  const env = [`PATH=${path}`, 'HOME=/root', 'TERM=dumb', 'DEBIAN_FRONTEND=noninteractive'];
  for (const [name, value] of Object.entries(process.env))
    if (taken.test(name)) env.push(`${name}=${value ?? ''}`);
  mkdirSync(join(upper, 'etc/dpkg/dpkg.cfg.d'), { recursive: true });
  mkdirSync(join(upper, 'etc/apt/apt.conf.d'), { recursive: true });
  copyFileSync('/etc/resolv.conf', join(upper, 'etc/resolv.conf'));
  writeFileSync(join(upper, 'etc/hosts'), `127.0.0.1 localhost apps ${names.join(' ')}\n::1 localhost\n`);
  writeFileSync(join(upper, 'etc/dpkg/dpkg.cfg.d/fast'), 'force-unsafe-io\n');
  // The cache keeps packages for the next run.
  writeFileSync(join(upper, 'etc/apt/apt.conf.d/keep'), 'APT::Keep-Downloaded-Packages "true";\n');
  for (const file of globSync('/etc/apt/apt.conf.d/*proxy*'))
    cpSync(file, join(upper, 'etc/apt/apt.conf.d', basename(file)));
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined && existsSync(authorities)) {
    copyFileSync(authorities, join(upper, 'mnt/authorities.pem'));
    env.push('NODE_EXTRA_CA_CERTS=/mnt/authorities.pem');
  }
  return { env };
}

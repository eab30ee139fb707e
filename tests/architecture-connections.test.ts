import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importsOf } from './support/imports.ts';

/** Packages and modules that open connections, and the only folders that may use them. */
const doors: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^pg(?:-copy-streams)?$/, ['platform/db/', 'platform/nodes/']],
  [/^@aws-sdk\//, ['platform/storage/']],
  [/^nodemailer$/, ['platform/mail/']],
  [/^undici$/, ['platform/outbound/']],
  // The doctor asks the name servers about the operator's own domain.
  [/^node:(?:dns|dns\/promises|dgram)$/, ['platform/outbound/', 'doctor/']],
  [/^node:(?:tls|https|http2)$/, []],
];

/** Functions of modules that servers use as well. */
const clients =
  /import\s+(?!type\b)(?:\*|\w+|\{[^}]*\b(?:connect|createConnection|request|get|Agent|ClientRequest)\b[^}]*\})[^;]*from 'node:(?:net|http)'/;

/** The doctor asks the operator's own address. */
const mayFetch = ['doctor/proxy-findings.ts'];

const root = 'src/lib/server/';

function connectionsIn(file: string, text: string): string[] {
  const place = file.slice(root.length);
  const byImport = importsOf(file, text).flatMap(({ to, isPackage, typeOnly }) => {
    if (!isPackage || typeOnly) return [];
    const door = doors.find(([name]) => name.test(to));
    return !door || door[1].some((folder) => place.startsWith(folder)) ? [] : [`${file} imports ${to}`];
  });
  const opens = clients.test(text) ? [`${file} opens connections`] : [];
  const fetches =
    /(?<![\w.])(?:globalThis\.)?(?:fetch|WebSocket|EventSource)\(/.test(text) && !mayFetch.includes(place)
      ? [`${file} fetches`]
      : [];
  return [...byImport, ...opens, ...fetches];
}

describe('Connections that the server opens', () => {
  test('Only the database, the storage, mail and the door to other sites open connections', () => {
    const files = globSync(`${root}**/*.ts`, { exclude: ['**/*.test.ts', '**/testing.ts'] });
    expect(files.length).toBeGreaterThan(300);
    expect(files.flatMap((file) => connectionsIn(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  test.each([
    ["import { request } from 'undici';", 'apps/a.ts'],
    ["import { connect, isIP } from 'node:net';", 'apps/a.ts'],
    ["import { get } from 'node:http';", 'moderation/a.ts'],
    ["import * as http from 'node:http';", 'moderation/a.ts'],
    ["import { request } from 'node:https';", 'platform/a.ts'],
    ["import { lookup } from 'node:dns/promises';", 'cards/a.ts'],
    ["import { createTransport } from 'nodemailer';", 'accounts/a.ts'],
    ["const answer = await fetch('https://busha.co/');", 'platform/outbound/a.ts'],
  ])('Finds a connection in %s of %s', (text, file) => {
    expect(connectionsIn(root + file, text)).toHaveLength(1);
  });

  test.each([
    ["import { isIP } from 'node:net';", 'apps/a.ts'],
    ["import { createServer } from 'node:http';", 'edge/a.ts'],
    ["import { request } from 'undici';", 'platform/outbound/a.ts'],
    ['const answer = await api.fetch(request);', 'edge/a.ts'],
  ])('Accepts %s of %s', (text, file) => {
    expect(connectionsIn(root + file, text)).toEqual([]);
  });
});

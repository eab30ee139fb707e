// Addresses that browsers, password managers and researchers request by convention.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite('sqlite', { CONTACT_EMAIL: 'safety@apps.example.ng' });
});
afterAll(() => site.dispose());

test('Serves /favicon.ico as an icon with a picture of 32 pixels', async () => {
  const { status, headers, bytes } = await site.get('/favicon.ico');
  expect([status, headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon']);
  // An ICONDIR of type 1 with entries of 16 bytes each.
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2)]).toEqual([0, 1]);
  const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => 6 + index * 16);
  expect(entries.map((at) => bytes.readUInt8(at))).toContain(32);
  for (const at of entries) {
    const from = bytes.readUInt32LE(at + 12);
    const { width, format } = await sharp(bytes.subarray(from, from + bytes.readUInt32LE(at + 8))).metadata();
    expect([width, format]).toEqual([bytes.readUInt8(at), 'png']);
  }
});

test('Names the contact and an expiry date in /.well-known/security.txt (RFC 9116)', async () => {
  const { status, headers, text } = await site.get('/.well-known/security.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain('Contact: mailto:safety@apps.example.ng\n');
  expect(text).toContain(`Canonical: ${siteUrl}/.well-known/security.txt\n`);
  const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test('Redirects /.well-known/change-password to the page that changes the password', async () => {
  const { status, headers } = await site.get('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, '/change-password']);
  expect((await site.get('/.well-known/nothing')).status).toBe(404);
});

test('Answers an address that cannot be decoded with 400 and the page for unknown addresses', async () => {
  for (const path of ['/%E0%A4%A', '/app/%ff', '/search?q=%ff']) {
    const { status, headers, text } = await site.get(path);
    expect([path, status, headers.get('content-type')]).toEqual([path, 400, 'text/html; charset=utf-8']);
    expect(text).toContain(messages.notFound.title);
    expect(text).toContain(messages.notFound.action);
  }
  expect((await site.get('/app/%ff')).headers.get('cache-control')).toBe('no-store');
});

test.each(['/404', '/500', '/404/', '/_server-islands/x'])(
  'Answers 404 and the page for unknown addresses at %s',
  async (path) => {
    const { status, text } = await site.get(path);
    expect([status, text.includes(messages.notFound.action)]).toEqual([404, true]);
  },
);

test('Names the contact of the operator on pages and in the OpenAPI document', async () => {
  for (const path of ['/', '/terms', '/privacy'])
    expect((await site.get(path)).text).toContain('mailto:safety@apps.example.ng');
  const { text } = await site.get('/api/v1/openapi.json');
  expect(JSON.parse(text)).toMatchObject({ info: { contact: { email: 'safety@apps.example.ng' } } });
});

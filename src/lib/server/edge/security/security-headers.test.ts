import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecurityHeaders } from './security-headers.ts';

const script = "document.documentElement.classList.add('js')";

test('A page may run only its own files and the named inline scripts', () => {
  const headers = Object.fromEntries(createSecurityHeaders('https://apps.example.ng', [script]).page);
  const digest = createHash('sha256').update(script).digest('base64');
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain(`script-src 'self' 'sha256-${digest}';`);
  expect(policy.split(';').find((directive) => directive.includes('script-src'))).not.toMatch(
    /unsafe|\*|https?:/,
  );
  for (const directive of [
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]) {
    expect(policy).toContain(directive);
  }
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
});

test('Only a site on https sends Strict-Transport-Security', () => {
  const names = (siteUrl: string) => createSecurityHeaders(siteUrl, []).page.map(([name]) => name);
  expect(names('https://apps.example.ng')).toContain('strict-transport-security');
  expect(names('http://localhost:4321')).not.toContain('strict-transport-security');
});

test('Sends the API and pictures a policy that blocks scripts and framing', () => {
  const { data } = createSecurityHeaders('https://apps.example.ng', []);
  expect(Object.fromEntries(data)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  });
});

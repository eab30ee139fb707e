import { afterEach, expect, test, vi } from 'vitest';
import { loginKey } from '../../shared/browser-keys/storage-keys.ts';
import { accessToken } from '../session/testing.ts';
import { markAccount } from './account.ts';

afterEach(() => vi.unstubAllGlobals());

function marked(token: string | null, ended: string | null = null): DOMStringMap {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === loginKey ? token : null) });
  vi.stubGlobal('sessionStorage', { getItem: () => ended });
  const root = { dataset: {} };
  markAccount(root);
  return root.dataset;
}

test('Tells verified accounts from unverified ones', () => {
  expect(marked(accessToken())).toEqual({ account: 'verified' });
  expect(marked(accessToken({ is_verified: false }))).toEqual({ account: 'unverified' });
});

test('Marks nothing for a visitor or an unreadable token', () => {
  expect(marked(null)).toEqual({});
  expect(marked('not.a.token')).toEqual({});
});

test('Marks an ended login only while nobody is logged in', () => {
  expect(marked(null, 'kept')).toEqual({ ended: 'kept' });
  expect(marked(accessToken(), 'kept')).toEqual({ account: 'verified' });
});

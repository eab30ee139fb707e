import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '../../lib/shared/text/messages.ts';
import { showFailure } from './api-error.ts';

const texts = { 400: 'Not valid', 401: 'Not let in', other: 'Something else' };
const refused = (status: number, error = '', fields: Record<string, string> = {}) =>
  ({ kind: 'error', status, error, fields }) as const;

describe('showFailure', () => {
  test.each([
    [refused(400), 'Not valid'],
    [refused(401, 'Not let in'), 'Not let in'],
    [refused(409), 'Something else'],
    [refused(429, 'Wait 60 s.'), 'Wait 60 s.'],
    [refused(429), 'Something else'],
    [refused(503, 'Try again in a minute.'), 'Try again in a minute.'],
    [refused(500), messages.errors.server],
    [refused(502), messages.errors.connection],
    [refused(503), messages.errors.connection],
    [refused(504), messages.errors.connection],
    [refused(507), 'Something else'],
    [{ kind: 'network' } as const, messages.errors.connection],
  ])('Shows %j as %j', (failure, message) => {
    expect(showFailure(failure, texts).message).toBe(message);
  });

  test('Distinguishes a fault of the server from a lost network, and shows its id', () => {
    // A page without a footer that names an address for complaints.
    vi.stubGlobal('document', { querySelector: () => null });
    onTestFinished(() => void vi.unstubAllGlobals());
    const fault = { ...refused(500, 'Unable to process request'), id: 'f-1' };
    for (const some of [texts, { ...texts, serverFirst: true }]) {
      const { message, detail } = showFailure(fault, some);
      expect(message).toBe('Unable to process request');
      expect(detail).toContain('Try again');
      expect(detail).toContain('f-1');
    }
  });

  test('Shows the general sentence for a status without a sentence of its own', () => {
    expect(showFailure(refused(409), {}).message).toBe('Oops. Network Error');
    expect(showFailure(refused(507), {}).message).toBe('Oops. Network Error');
  });

  test("Prefers the server's sentence if the form asks for it", () => {
    const serverFirst = { serverFirst: true, other: 'Unable to complete request' };
    expect(showFailure(refused(400, 'This code is wrong.'), serverFirst)).toEqual({
      message: 'This code is wrong.',
    });
    expect(showFailure(refused(400), serverFirst).message).toBe('Unable to complete request');
  });

  test("Shows the server's sentence below that of the specification, if it says more", () => {
    expect(showFailure(refused(400, 'Too common.'), texts)).toEqual({
      message: 'Not valid',
      detail: 'Too common.',
    });
    expect(showFailure(refused(400, 'Not valid'), texts)).toEqual({ message: 'Not valid' });
  });
});

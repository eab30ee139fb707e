import { expect, test } from 'vitest';
import { messages } from '../../lib/shared/text/messages.ts';
import { moveToCountry, phoneError, readPhone, showPhone } from './phone-number.ts';

test.each([
  ['08031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['8031234567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  ['+2348031234567', '+2348031234567'],
  ['+234 (0) 803 123-4567', '+2348031234567'],
  ['002348031234567', '+2348031234567'],
  ['  08031234567 ', '+2348031234567'],
])('Reads %j in Nigeria as %s', (typed, number) => {
  expect(readPhone(typed, 'NG')).toEqual({ number, country: 'NG' });
});

test.each([
  ['+44 7400 123456', '+447400123456', 'GB'],
  ['+233 24 123 4567', '+233241234567', 'GH'],
  ['+254 712 123456', '+254712123456', 'KE'],
  ['+1 201 555 0123', '+12015550123', 'US'],
])('Takes the country of %j from its calling code', (typed, number, country) => {
  expect(readPhone(typed, 'NG')).toEqual({ number, country });
});

test.each(['0803 12', '0803 123 4567 890 12', 'my number', '+234 80'])(
  'Keeps %j, no number, as typed',
  (typed) => {
    expect(readPhone(typed, 'NG')).toEqual({ number: typed, country: 'NG' });
    expect(showPhone(typed, 'NG')).toBe(typed);
  },
);

test('An emptied field is no number, and its country is Nigeria again', () => {
  expect(readPhone('', 'GH')).toEqual({ number: '', country: 'NG' });
  expect(readPhone('   ', 'GH')).toEqual({ number: '', country: 'NG' });
});

test.each([
  ['+2348031234567', 'NG', '+234 803 123 4567'],
  ['+447400123456', 'GB', '+44 7400 123456'],
] as const)('Shows %s of %s as %s', (number, country, text) => {
  expect(showPhone(number, country)).toBe(text);
});

test('Moves the national number to the calling code of another country', () => {
  expect(moveToCountry('+2348031234567', 'NG', 'ZA')).toBe('+278031234567');
  expect(moveToCountry('0803', 'NG', 'GH')).toMatch(/^\+233\d*803$/);
  expect(moveToCountry('', 'NG', 'ZA')).toBe('');
});

const { tooShort, tooLong, notANumber } = messages.profile.phone;

test.each([
  ['0803 12', tooShort],
  ['+234 80', tooShort],
  ['0803 123 4567 890 12', tooLong],
  ['my number', notANumber],
  ['+2348031234567', undefined],
  ['', undefined],
])('Says of %j: %s', (number, message) => {
  expect(phoneError(number, 'NG')).toBe(message);
});

import { expect, test, vi } from 'vitest';
import { createPictureGate } from './picture-gate.ts';

const forNobody = () => Promise.resolve(false);

test('Asks once for a picture whose variants are requested at the same time', async () => {
  const isPublic = vi.fn(() => Promise.resolve(true));
  const gate = createPictureGate(isPublic, forNobody);
  expect(await Promise.all(Array.from({ length: 8 }, () => gate.open('aa')))).not.toContain(false);
  expect([gate.isOpen('aa'), gate.isOpen('bb'), await gate.open('aa')]).toEqual([true, false, true]);
  expect(isPublic).toHaveBeenCalledTimes(1);
});

test('Ignores an answer that was asked for before a removal and came after it', async () => {
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  let asked = 0;
  const gate = createPictureGate(
    () => answers[asked++]?.promise ?? expect.fail('Asked too often.'),
    forNobody,
  );
  const before = gate.open('aa');
  gate.forget();
  const after = gate.open('aa');
  answers[0]?.resolve(true);
  expect(await before).toBe(true);
  expect(gate.isOpen('aa')).toBe(false);
  answers[1]?.resolve(false);
  expect(await after).toBe(false);
  expect(gate.isOpen('aa')).toBe(false);
});

test('Asks again a second after a refusal, and at once after an error', async () => {
  vi.useFakeTimers();
  try {
    const fault = new Error('The database is away.');
    const isPublic = vi.fn(() => Promise.resolve(true));
    isPublic.mockRejectedValueOnce(fault).mockResolvedValueOnce(false);
    const gate = createPictureGate(isPublic, forNobody);
    await expect(gate.open('aa')).rejects.toBe(fault);
    expect(await gate.open('aa')).toBe(false);
    expect(await gate.open('aa')).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await gate.open('aa')).toBe(true);
    expect(isPublic).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});

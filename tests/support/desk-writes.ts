// Writes of every-write.ts that staff do at the desk.
import { createStaff } from './staff.ts';
import { expect } from 'vitest';
import type { SmallDirectory } from './every-write.ts';
import { decide, openCase, ruling } from './desk-cases.ts';
import { noteDecisions } from './report-writes.ts';

async function decideOn(directory: SmallDirectory, action: string): Promise<void> {
  const { ada, app, site } = directory;
  const { api } = site;
  const staff = await createStaff(api, 'admin');
  const { number } = await openCase(api, { subject: { kind: 'app', id: app.id }, ownerId: ada.id });
  expect((await decide(api, staff, number, { action })).status).toBe(201);
  await noteDecisions(directory);
}

/** Acts on everything of an account. @returns a function that takes it back */
async function actOnAccount(directory: SmallDirectory, action: string): Promise<() => Promise<void>> {
  const { bola, site } = directory;
  const { api } = site;
  const staff = await createStaff(api, 'admin');
  const form = { action, ...ruling, account: bola.id };
  const { body, status } = await api.post('/desk/bulk/', form, staff.access);
  expect([action, status]).toEqual([action, 201]);
  await site.product.jobs.flush();
  await noteDecisions(directory);
  const { number } = body as { number: string };
  return async () => {
    expect((await api.post(`/desk/bulk/${number}/undo/`, {}, staff.access)).status).toBe(200);
    await site.product.jobs.flush();
    await noteDecisions(directory);
  };
}

let takeBack: (() => Promise<void>) | undefined;

export const deskWrites: Record<string, (directory: SmallDirectory) => Promise<void>> = {
  'staff limit a listing': (directory) => decideOn(directory, 'limit'),
  'staff lift the limit of a listing': (directory) => decideOn(directory, 'restore'),
  'staff hold a listing': (directory) => decideOn(directory, 'hold'),
  'staff release a listing': (directory) => decideOn(directory, 'restore'),
  async 'staff suspend an account with all of its listings'(directory) {
    takeBack = await actOnAccount(directory, 'suspend');
  },
  async 'staff take a suspension back'() {
    await takeBack?.();
  },
  async 'staff remove all listings of an account'(directory) {
    takeBack = await actOnAccount(directory, 'remove');
  },
  async 'staff take the removals back'() {
    await takeBack?.();
  },
};

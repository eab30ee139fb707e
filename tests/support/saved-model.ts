// Random sequences of people who save apps on several devices, and a model of what has to be saved in the end. The
// devices run the browser's own code on a storage each; the server is the real slice.
import { vi } from 'vitest';
import { savedIds, unsentOf, withChange } from '../../src/lib/client/saved/saved-map.ts';
import { dropSaved, readSaved, writeSaved } from '../../src/lib/client/saved/saved-store.ts';
import { syncSaved } from '../../src/lib/client/saved/sync-saved.ts';
import type { SavedAppJson } from '../../src/lib/shared/schemas/follow/saved.ts';
import type { Saved } from '../../src/lib/server/saved/index.ts';

/** A press of a heart, and the presses of the same account that its device knew. */
interface Press {
  app: string;
  isSaved: boolean;
  seen: ReadonlySet<number>;
}

interface Device {
  storage: Map<string, string>;
  /** The account that is logged in; '' for nobody. */
  owner: string;
  isOnline: boolean;
  /** The presses of each account that this device knows. */
  known: Map<string, Set<number>>;
}

export interface Sequence {
  server: Pick<Saved, 'listSaved' | 'mergeSaved'>;
  accounts: readonly string[];
  apps: readonly string[];
  /** From 0 to 1. */
  random: () => number;
}

/** @returns a generator of numbers from 0 to 1 (mulberry32) */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let open: Map<string, string> | undefined;
const storage = (): Map<string, string> => {
  if (!open) throw new Error('No device is in use.');
  return open;
};

/** Puts the storage of the device in use in the place of the browser's. */
export function stubStorage(): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage().get(key) ?? null,
    setItem: (key: string, text: string) => void storage().set(key, text),
    removeItem: (key: string) => void storage().delete(key),
  });
}

/** Runs one sequence to its end, when all devices have a network again. @returns what is wrong; [] if nothing */
export async function runSequence({ server, accounts, apps, random }: Sequence): Promise<string[]> {
  const wrong: string[] = [];
  const presses = new Map<string, Press[]>(accounts.map((id) => [id, []]));
  const knownByServer = new Map(accounts.map((id) => [id, new Set<number>()]));
  const devices = Array.from({ length: 3 }, (): Device => ({
    storage: new Map(),
    owner: '',
    isOnline: true,
    known: new Map(accounts.map((id) => [id, new Set()])),
  }));
  const chance = (part: number): boolean => random() < part;
  const pick = <Value>(list: readonly Value[]): Value => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) throw new Error('The list is empty.');
    return value;
  };
  const of = <Value>(map: Map<string, Value>, id: string): Value => {
    const value = map.get(id);
    if (value === undefined) throw new Error(`Unknown: ${id}`);
    return value;
  };

  function notePress(device: Device, app: string, isSaved: boolean): void {
    if (device.owner === '') return;
    const known = of(device.known, device.owner);
    const all = of(presses, device.owner);
    all.push({ app, isSaved, seen: new Set(known) });
    known.add(all.length - 1);
  }

  function press(device: Device): void {
    const map = readSaved(device.owner);
    const app = pick(apps);
    const isSaved = map[app]?.isSaved !== true;
    writeSaved(device.owner, withChange(map, app, isSaved, { name: app, path: `/app/${app}`, text: '' }));
    notePress(device, app, isSaved);
  }

  async function sync(device: Device, isReliable = false): Promise<void> {
    const id = device.owner;
    if (id === '') return;
    let visitors = savedIds(readSaved('')).toReversed();
    const exchange = async (changes: readonly SavedAppJson[]): Promise<SavedAppJson[] | null> => {
      // The request is lost.
      if (!device.isOnline || (!isReliable && chance(0.1))) return null;
      const known = of(device.known, id);
      const sent = new Set(known);
      const answer =
        changes.length > 0
          ? await server.mergeSaved({ userId: id }, changes)
          : await server.listSaved({ userId: id });
      const atServer = of(knownByServer, id);
      // A request without changes tells the server nothing.
      if (changes.length > 0) for (const one of sent) atServer.add(one);
      // The answer is lost.
      if (!isReliable && chance(0.1)) return null;
      if (!isReliable && chance(0.2)) press(device);
      for (const one of atServer) known.add(one);
      // What the visitor had saved is taken over with this answer.
      for (const app of visitors) notePress(device, app, true);
      visitors = [];
      return answer;
    };
    const isOpen = (): boolean => device.owner === id;
    await syncSaved({ id, isOpen, exchange }, () => 1);
  }

  async function step(device: Device): Promise<void> {
    const what = random();
    if (what < 0.5) press(device);
    else if (what < 0.65) device.isOnline = !device.isOnline;
    else if (what < 0.8) await sync(device);
    else if (device.owner === '') {
      if (!device.isOnline) return;
      device.owner = pick(accounts);
      await sync(device);
    } else {
      // The browser asks before it throws away what the account has not got: here the person stays.
      await sync(device);
      const isWaiting = [device.owner, ''].some((id) => unsentOf(readSaved(id)).length > 0);
      if (isWaiting) return;
      const left = device.owner;
      device.owner = '';
      dropSaved(left);
      of(device.known, left).clear();
      const rest = [...device.storage].flat().filter((text) => text.includes(left));
      if (rest.length > 0 || savedIds(readSaved('')).length > 0)
        wrong.push(`A logout left ${JSON.stringify([...device.storage])}`);
    }
  }

  for (let count = 0; count < 30; count += 1) {
    const device = pick(devices);
    open = device.storage;
    await step(device);
  }

  // What visitors have saved and not brought to an account stays where it is, and is none of the accounts'.
  for (const id of accounts) {
    for (const round of [1, 2])
      for (const device of devices) {
        open = device.storage;
        if (device.owner !== id) continue;
        device.isOnline = true;
        await sync(device, true);
        if (unsentOf(readSaved(id)).length > 0) wrong.push(`Round ${String(round)} left something unsent.`);
      }
    const stored = await server.listSaved({ userId: id });
    const saved = stored.filter((one) => one.saved).map((one) => one.id);
    if (new Set(saved).size < saved.length) wrong.push(`Doubled: ${saved.join()}`);
    const all = of(presses, id);
    for (const app of apps) {
      const latest = all.filter(
        (one, index) => one.app === app && !all.some((other) => other.app === app && other.seen.has(index)),
      );
      const values = new Set(latest.map(({ isSaved }) => isSaved));
      // Two devices that did not know of each other disagree: either may win.
      if (values.size > 1) continue;
      const expected = latest[0]?.isSaved ?? false;
      if (saved.includes(app) !== expected)
        wrong.push(`${app} should be ${expected ? 'saved' : 'taken out'}.`);
    }
    for (const device of devices) {
      open = device.storage;
      if (device.owner !== id) continue;
      const here = savedIds(readSaved(id)).sort().join();
      if (here !== saved.sort().join())
        wrong.push(`A device shows ${here}, the account has ${saved.join()}.`);
    }
  }
  return wrong;
}

// The product for a file of tests, or for one test. It stops by itself, and fails the file if it has logged an error
// that no test has read. At the top of a file: `const { client, people } = await startProduct();`
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { createClient, type Client } from './client.ts';
import { createClock } from './clock.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { openOutsideWorld, type OutsideWorld } from './outside.ts';
import { createPeople, type People, type Person } from './people.ts';
import { openSite, type Site, type SiteOptions, type StaffRole } from './site.ts';

export type { Client } from './client.ts';
export { day, hour, minute, second } from './clock.ts';
export { password, type Person } from './people.ts';
export type { App, Owner, Paged, Refusal, TimelineEntry, TokenPair, User, Version } from './shapes.ts';

export interface Product extends Omit<Site, 'close' | 'remove' | 'sendMails'> {
  client: Client;
  mailbox: Mailbox;
  people: People;
}

interface Options extends Pick<SiteOptions, 'env' | 'samples'> {
  /** Other sites, which the product may look at. */
  outside?: OutsideWorld;
}

/** Monday, 2 March 2026, 9 o'clock in Lagos. */
const start = Date.UTC(2026, 2, 2, 8);

function worldAround(site: Site): Product {
  const { clock, grantRole, siteUrl } = site;
  const client = createClient({ origin: () => site.origin, siteUrl, clock, isLimited: site.isLimited });
  const mailbox = openMailbox(site.dataDir, () => site.sendMails());
  const people = createPeople({ client, mailbox, clock, grantRole });
  return Object.assign(site, { client, mailbox, people });
}

/** A stopped product that others are copied from, with people who are ready. */
interface Template {
  site: Site;
  members: Person[];
  staff: Record<StaffRole, Person>;
}

const names = 'Bola Chidi Dayo Efe Femi Gozie Hauwa Ibrahim Jumoke Kemi Lami Musa'.split(' ');

async function makeTemplate(): Promise<Template> {
  const site = await openSite({ clock: createClock(start) });
  const { people } = worldAround(site);
  const members: Person[] = [];
  for (const firstname of names) members.push(await people.verified({ firstname, lastname: 'Ojo' }));
  const staff = { admin: await people.staff('admin'), moderator: await people.staff('moderator') };
  await site.close();
  return { site, members, staff };
}

let template: Promise<Template> | undefined;

/** Gives away the people of the template, and makes further ones when they are used up, or are to have other names. */
function withReadyPeople(people: People, { members, staff }: Template): People {
  const left = structuredClone(members);
  const staffLeft = new Map(Object.entries(structuredClone(staff)));
  return {
    ...people,
    verified: async (wanted) => (wanted ? undefined : left.shift()) ?? (await people.verified(wanted)),
    async staff(role) {
      const ready = staffLeft.get(role);
      staffLeft.delete(role);
      return ready ?? (await people.staff(role));
    },
  };
}

/** At the end of the running test, or else of the file; the last first. */
function atEnd(stop: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(stop);
  else afterAll(stop);
}

export async function startOutsideWorld(port?: number): Promise<OutsideWorld> {
  const world = await openOutsideWorld(port);
  atEnd(() => world.stop());
  return world;
}

export async function startProduct({ env, samples = false, outside }: Options = {}): Promise<Product> {
  const ready = await (template ??= makeTemplate());
  const site = await openSite({
    from: ready.site,
    clock: createClock(ready.site.clock()),
    env: { ...outside?.env, ...env },
    samples,
  });
  atEnd(async () => {
    try {
      await site.close();
    } finally {
      await site.remove();
    }
  });
  const product = worldAround(site);
  // A login is for one address.
  if (env?.['SITE_URL'] !== undefined) return product;
  return Object.assign(product, { people: withReadyPeople(product.people, ready) });
}

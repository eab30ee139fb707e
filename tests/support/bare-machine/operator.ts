// An operator who follows docs/operations.md on a bare machine, and the people who use the site meanwhile.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { scaled } from '../scale.ts';
import { blocksOf, fillIn, stepOf, type Block } from './doc-steps.ts';
import type { Listed, ListingInput } from './list-an-app.ts';
import type { BareMachine } from './machine.ts';
import type { Crowd, CrowdInput } from './many-visitors.ts';
import { news } from './versions.ts';

const smtpPort = 2525;
const perSecond = 200;

export interface AppOfPerson {
  /** Of its page. */
  path: string;
  nameId: string;
  /** Of its owner. */
  email: string;
}

export interface Operator {
  /** Runs steps of the document in one shell, with the names of its first block and then `values`. */
  follow(
    steps: readonly string[],
    options?: { network?: 'internet' | 'own'; values?: Record<string, string>; surroundings?: string },
  ): Promise<string>;
  /** Follows a step whose first line needs packages, and whose others need the machine's own network. */
  followInTwo(step: string, surroundings: string): Promise<void>;
  listAnApp(name: string): Promise<AppOfPerson>;
  /** Does `change` while visitors read pages of all kinds, and expects that none of them notices. */
  underLoad(what: string, appPage: string, name: string, change: () => Promise<unknown>): Promise<Crowd>;
  /** The file of the authority whose certificates people trust. */
  trust(authority: string): void;
  say(line: string): void;
  said(): readonly string[];
  /** Blocks that nobody has followed yet. */
  left(): Block[];
}

export function createOperator(
  machine: BareMachine,
  { domain, repository, version }: { domain: string; repository: string; version: string },
): Operator {
  const blocks = blocksOf(readFileSync('docs/operations.md', 'utf8'));
  const followed = new Set<string>(['names']);
  const names = fillIn(stepOf(blocks, 'names'), {
    DOMAIN: domain,
    CONTACT_EMAIL: `hello@${domain}`,
    SMTP_URL: `smtp://127.0.0.1:${String(smtpPort)}`,
    REPOSITORY: repository,
    VERSION: version,
  });
  const said: string[] = [];
  let authority = '';

  function say(line: string): void {
    said.push(line);
    console.log(line);
  }

  async function run(title: string, script: string, network: 'internet' | 'own'): Promise<string> {
    const { seconds, output } = await machine.run(`${names}\n${script}`, network);
    say(`${title}: ${seconds.toFixed(0)} s`);
    return output;
  }

  async function answerOf<T>(script: string, input: unknown, during?: () => Promise<unknown>): Promise<T> {
    const child = machine.visitor(join(import.meta.dirname, script), input);
    const ended = once(child, 'close');
    const output = child.stdout ? text(child.stdout) : Promise.resolve('');
    try {
      await during?.();
    } finally {
      child.stdin?.end();
      await ended;
    }
    if (child.exitCode !== 0)
      throw new Error(`${script} ended with ${String(child.exitCode)}: ${await output}`);
    return JSON.parse(await output) as T;
  }

  return {
    say,
    said: () => said,
    trust: (file) => (authority = file),
    left: () => blocks.filter(({ step }) => step === null || !followed.has(step)),

    async follow(steps, { network = 'internet', values = {}, surroundings = '' } = {}) {
      const script = fillIn(steps.map((step) => stepOf(blocks, step)).join('\n'), values);
      const output = await run(steps.join(', '), `${surroundings}\n${script}`, network);
      for (const step of steps) followed.add(step);
      return output;
    },

    async followInTwo(step, surroundings) {
      const [first = '', ...others] = stepOf(blocks, step).trimEnd().split('\n');
      await run(`${step}, its first line`, first, 'internet');
      await run(`${step}, the rest`, [surroundings, ...others].join('\n'), 'own');
      followed.add(step);
    },

    async listAnApp(name) {
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
      const input: ListingInput = { domain, authority, name, email, smtpPort };
      const { nameId, mails, pictures, isShown } = await answerOf<Listed>('list-an-app.ts', input);
      say(
        `a person listed '${name}' over HTTPS after ${mails.join(', ')}: ${JSON.stringify({ nameId, isShown })}`,
      );
      say(`pictures that its page names, all fetched: ${String(pictures.length)}`);
      expect(isShown).toBe(true);
      expect(pictures.length).toBeGreaterThan(1);
      return { path: `/app/${nameId}`, nameId, email };
    },

    async underLoad(what, appPage, name, change) {
      const input: CrowdInput = {
        domain,
        authority,
        perSecond,
        atLeast: scaled(10_000),
        news,
        pages: [
          { path: '/', contains: '</html>' },
          { path: '/apps', contains: name },
          { path: appPage, contains: name },
          { path: '/search?q=behind', contains: '</html>' },
          { path: '/api/v1/app/', contains: name },
        ],
      };
      const tally = await answerOf<Crowd>('many-visitors.ts', input, change);
      say(`${what}, under ${String(perSecond)} requests a second: ${JSON.stringify(tally)}`);
      expect(tally.faults).toEqual([]);
      expect(tally.failed).toBe(0);
      expect(tally.requests).toBeGreaterThanOrEqual(scaled(10_000));
      return tally;
    },
  };
}

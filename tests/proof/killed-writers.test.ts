// A server that is killed at any moment loses no write that it has acknowledged, and a write whose answer was lost is
// done once when it is sent again with its key.
import { randomInt, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { picture } from '../harness/pictures.ts';
import { startPostgres } from '../harness/postgres.ts';
import { startServer } from '../harness/process.ts';
import type { App, Paged, Version } from '../harness/shapes.ts';

const rounds = Number(process.env['PROOF_ROUNDS'] ?? 20);
const writers = 24;

describe.each(['SQLite', 'PostgreSQL'])('On %s', (engine) => {
  test(`${String(rounds)} kills under ${String(writers)} writers lose nothing that was acknowledged`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'killed-'));
    await chmod(folder, 0o755);
    // What was acknowledged must be in the file.
    const postgres = engine === 'SQLite' ? null : await startPostgres(join(folder, 'postgres'));
    const env = {
      DATA_DIR: join(folder, 'data'),
      AUTH_SECRET: 'the same before and after each of the kills',
      ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }),
    };
    let server = await startServer(env);
    onTestFinished(async () => {
      await server.stop('SIGKILL');
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const logo = await picture(64, 64);
    const acknowledged = { apps: new Map<string, string>(), releases: 0, deleted: new Set<string>() };
    let number = 0;

    /** Lists an app, releases it, and may delete it, each until it is answered; ends with the server. */
    async function write(by: Client, isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        number += 1;
        const key = { 'idempotency-key': randomUUID() };
        const form = { name: `Killed ${String(number)}`, description: 'Is.', website: 'https://k.ng', logo };
        unanswered.set(form.name, { key, form });
        const app = await by.post<App>('/app/', form, key);
        if (app.status === 503) continue;
        expect(app.status, app.body.error).toBe(201);
        unanswered.delete(form.name);
        acknowledged.apps.set(app.body.id, form.name);
        const release = { app: app.body.id, version: '2', release_type: 'LIVE', latest_feature: 'New.' };
        if ((await by.post('/app/version/', release)).status === 201) acknowledged.releases += 1;
        if (number % 5 === 0 && (await by.delete(`/app/${app.body.id}/`)).status === 200)
          acknowledged.deleted.add(app.body.id);
      }
    }
    const unanswered = new Map<string, { key: Record<string, string>; form: object }>();
    let repeated = 0;

    for (let round = 0; round < rounds; round += 1) {
      // A person lists 500 apps at most.
      const person = await server.people.verified();
      const by = server.client.as(person);
      let isOver = false;
      const writing = Array.from({ length: writers }, () =>
        write(by, () => isOver).catch((error: unknown) => {
          if (!isOver || !(error instanceof TypeError)) throw error;
        }),
      );
      await sleep(randomInt(50, 1_500));
      isOver = true;
      await server.stop('SIGKILL');
      await Promise.all(writing);
      server = await startServer(env);
      for (const [name, { key, form }] of unanswered) {
        const again = await server.client.as(person).post<App>('/app/', form, key);
        expect(again.status, again.body.error).toBe(201);
        acknowledged.apps.set(again.body.id, name);
        repeated += 1;
      }
      unanswered.clear();
    }
    const names: string[] = [];
    for (let next: string | null = '/app/?sort=name'; next;) {
      const { body: page }: { body: Paged<App> } = await server.client.get<Paged<App>>(
        next.replace(/^.*\/api\/v1/, ''),
      );
      names.push(...page.results.map(({ name }) => name));
      next = page.next;
    }
    expect(new Set(names).size).toBe(names.length);
    for (const [id, name] of acknowledged.apps) {
      const isDeleted = acknowledged.deleted.has(id);
      // A deletion whose answer was lost may have been done.
      if (isDeleted || (await server.client.get(`/app/${id}/`)).status === 200)
        expect([name, names.includes(name)]).toEqual([name, !isDeleted]);
      else expect([name, Number(name.slice(7)) % 5]).toEqual([name, 0]);
    }
    const { body } = await server.client.get<Paged<Version>>('/app/version/');
    expect(body.count).toBeGreaterThan(0);
    console.log(
      `${engine}: ${String(rounds)} kills, ${String(acknowledged.apps.size)} apps and ${String(acknowledged.releases)} releases acknowledged, 0 lost; ${String(repeated)} repeated, each once`,
    );
  });
});

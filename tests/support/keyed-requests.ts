// Requests with an Idempotency-Key.
import { expect } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { Person } from './people.ts';
import type { TestApi } from './test-api.ts';

interface Sent {
  method?: string;
  as?: Person;
  key?: string;
}

/** @param current the API of the test file and the owner of its apps, both made in its `beforeAll` */
export function keyedRequests(current: () => { api: TestApi; owner: Person }) {
  let count = 0;

  /** Sends lists as repeated fields and buffers as files. */
  async function send(
    path: string,
    values: Record<string, string | Buffer | Buffer[]>,
    { method = 'POST', as, key }: Sent,
  ) {
    const body = new FormData();
    for (const [name, value] of Object.entries(values))
      for (const one of [value].flat())
        if (typeof one === 'string') body.append(name, one);
        else body.append(name, new Blob([new Uint8Array(one)]), 'shot.png');
    return await current().api.request(path, {
      method,
      ...(Object.keys(values).length > 0 && { body }),
      headers: {
        ...(as && { authorization: `Bearer ${as.access}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    });
  }

  const valid = (values: Record<string, string | Buffer> = {}) => ({
    name: `Repeated ${++count}`,
    description: 'Does one thing well.',
    website: 'https://myapp.ng',
    ...values,
  });

  async function listed(): Promise<AppJson> {
    const { status, body } = await send('/app/', valid(), { as: current().owner });
    expect(status).toBe(201);
    return body as AppJson;
  }

  const releasesOf = async (appId: string) =>
    (await current().api.get<{ results: { id: string; version: string }[] }>(`/app/version/?app=${appId}`))
      .results;

  const release = (app: AppJson, text = 'New') => ({
    app: app.id,
    latest_feature: text,
    release_type: 'BETA',
  });

  return { send, valid, listed, releasesOf, release };
}

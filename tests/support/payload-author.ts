// A person who publishes payloads in every text field.
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { appFieldNames, appFields } from '../../src/lib/shared/schemas/app-fields.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { picture } from './pictures.ts';

interface Answer<Body> {
  status: number;
  body: Body & { fields?: Record<string, string> };
}

interface TokenPair {
  access: string;
  refresh: string;
}

export interface PayloadAuthor {
  userId: string;
  shot: Uint8Array<ArrayBuffer>;
  pair(): TokenPair;
  /** Renews the access token: it is valid for 15 minutes, and a proof takes longer. */
  renew(): Promise<void>;
  send<Body>(
    method: string,
    path: string,
    fields: Record<string, string>,
    files?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Puts the payload into every field that accepts it, and checks that the others refuse it. */
  publish(payload: string): Promise<AppJson>;
}

/** @param access a token of the person, whose password is the usual one of the tests */
export async function createPayloadAuthor(origin: string, access: string): Promise<PayloadAuthor> {
  const { email, user_id: userId } = decodeJwt<{ email: string; user_id: string }>(access);
  const shot = new Uint8Array(await picture(60, 60));
  let pair: TokenPair = { access, refresh: '' };

  async function send<Body>(
    method: string,
    path: string,
    fields: Record<string, string>,
    files: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    for (const [field, name] of Object.entries(files)) body.append(field, new Blob([shot]), name);
    const headers = { authorization: `Bearer ${pair.access}` };
    const answer = await fetch(`${origin}/api/v1${path}`, { method, body, headers });
    return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] };
  }

  async function renew(): Promise<void> {
    const login = { email, password: 'correct horse battery' };
    pair = (await send<TokenPair>('POST', '/token/', login)).body;
  }
  async function publish(payload: string): Promise<AppJson> {
    const link = (origin: string) => origin + payload.replace(/\s/g, '/');
    const line = payload.replace(/\n/g, ' ');
    const profile = await send('PATCH', `/user/${userId}/`, {
      firstname: line,
      lastname: line,
      about_me: payload,
      address: payload,
      country: line,
      social_account_dict: JSON.stringify({ github: link('https://github.com/') }),
    });
    expect(profile.status, JSON.stringify(profile.body)).toBe(200);
    const tag = await send('PATCH', `/user/${userId}/`, { tags: JSON.stringify([line]) });
    expect(tag.status).toBe(Array.from(line).length <= limits.tag ? 200 : 400);
    const texts = appFieldNames.filter(
      (name) =>
        !('options' in appFields[name] || 'link' in appFields[name]) &&
        // Numbers and sizes have a form of their own, and refuse most payloads.
        appFields[name].schema.safeParse(line).success,
    );
    const fields = {
      ...Object.fromEntries(texts.map((name) => [name, 'rows' in appFields[name] ? payload : line])),
      name: line,
      description: line,
      website: link('https://myapp.ng/'),
      external_link: link('https://myapp.ng/?'),
      playstore_link: link('https://play.google.com/'),
      appstore_link: link('https://apps.apple.com/#'),
    };
    const app = await send<AppJson>('POST', '/app/', fields, { logo: payload, screenshot: payload });
    expect(app.status, JSON.stringify(app.body)).toBe(201);
    const version = Array.from(line).slice(0, limits.version).join('').trim();
    const release = { app: app.body.id, version, latest_feature: payload, release_type: 'LIVE' };
    expect((await send('POST', '/app/version/', release)).status).toBe(201);
    return app.body;
  }

  await renew();
  return { userId, shot, pair: () => pair, renew, send, publish };
}

/** The address as the product stores it: without spaces, and percent-encoded. */
export function linkTo(origin: string, payload: string): string {
  return new URL(origin + payload.replace(/\s/g, '/')).href;
}

// The target of hostile requests on a server with RATE_LIMIT=off: an account with an app and a screenshot of
// its own.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { HostileTargets } from './hostile-bodies.ts';
import { picture } from './pictures.ts';
import { signUpRemotely } from './remote-person.ts';

export async function createHostileTargets(origin: string, dataDir: string): Promise<HostileTargets> {
  const access = await signUpRemotely(origin, dataDir);
  const headers = { authorization: `Bearer ${access}` };
  const form = new FormData();
  form.set('name', 'A target');
  form.set('description', 'Receives hostile requests.');
  form.set('website', 'https://fresh.ng');
  form.set('screenshot', new Blob([new Uint8Array(await picture(320, 200))]), 'a.png');
  const answer = await fetch(`${origin}/api/v1/app/`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`The app could not be made: ${await answer.text()}`);
  const app = (await answer.json()) as AppJson;
  const [screenshot] = app.screenshot;
  if (!screenshot) throw new Error('The app has no screenshot.');
  return {
    access,
    userId: app.owner.id,
    appId: app.id,
    screenshotId: screenshot.id,
    media: new URL(screenshot.image).pathname,
  };
}

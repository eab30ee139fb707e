import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { Connection } from './connection.ts';

/** Creates an app for the holder of this token. @returns its id */
export async function createApp({ send }: Connection, access: string, name = 'Fresh'): Promise<string> {
  const app = { name, description: 'Version 0.', website: 'https://fresh.ng' };
  const { status, text } = await send('POST', '/api/v1/app/', app, access);
  if (status !== 201) throw new Error(`The app could not be made: ${status} ${text}`);
  return (JSON.parse(text) as AppJson).id;
}

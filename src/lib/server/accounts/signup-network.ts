import { networksOf, type Client } from '../platform/client.ts';
import { hashNetwork } from './secrets.ts';

/** The smallest network around the client (/24 or /56): phones change their address within one. */
export function networkOf(client: Client): string {
  return networksOf(client)[0] ?? client.address;
}

/** The client's network as a pending account keeps it: never the address itself. */
export function signupNetwork(client: Client, secret: Uint8Array): string {
  return hashNetwork(networkOf(client), secret);
}

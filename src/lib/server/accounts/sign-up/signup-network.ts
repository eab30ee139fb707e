import { networksOf, type Client } from '../../platform/security/client.ts';
import { markOfClient } from '../secrets.ts';

/**
 * The smallest network around the client (/24 or /56), as a pending account keeps it: phones change their address
 * within one.
 */
export function signupNetwork(client: Client, secret: Uint8Array): string {
  return markOfClient(networksOf(client)[0] ?? client.address, 'signup-network', secret);
}

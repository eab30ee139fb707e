import type { Client } from '../../platform/security/client.ts';

/** The member of staff who changes a rule. */
export interface Actor {
  userId: string;
  client: Client;
}

export interface ListQuery {
  /** Lists only rules that contain this text. */
  q?: string | undefined;
  cursor?: string | undefined;
}

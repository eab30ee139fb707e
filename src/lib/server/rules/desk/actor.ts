import type { Client } from '../../platform/security/client.ts';

/** The member of staff who changes a rule. */
export interface Actor {
  userId: string;
  client: Client;
}

export interface ListQuery {
  /** Only what holds this text. */
  q?: string | undefined;
  cursor?: string | undefined;
}

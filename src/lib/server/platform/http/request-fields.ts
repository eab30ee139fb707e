import type { IncomingMessage } from 'node:http';

/** The header fields of a request that decide which stored bytes answer it. */
export interface RequestFields {
  authorized: boolean;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export function readFields({ headers }: IncomingMessage): RequestFields {
  return {
    authorized: headers.authorization !== undefined,
    acceptEncoding: headers['accept-encoding'],
    ifNoneMatch: headers['if-none-match'],
  };
}

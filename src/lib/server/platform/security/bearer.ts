/** The token of an Authorization field (RFC 6750, section 2.1); undefined without one. */
export function bearerTokenOf(field: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(field ?? '')?.[1];
}

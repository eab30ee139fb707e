// Runs anywhere. Pages may know only the types of the server, so a refusal is recognised by its shape.

/** The HTTP status that an error asks for: 400 for a cursor that is not one of the list. 503 where it asks for none. */
export function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 503;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 503;
}

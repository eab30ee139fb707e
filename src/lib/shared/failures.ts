// Pages may import only types of the server, so they recognise an API error by its shape.

/**
 * @returns the HTTP status that an error asks for, such as 400 for a cursor of another list; 503 if it asks for none
 */
export function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 503;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 503;
}

// What nodes tell each other, as payloads of NOTIFY. One payload holds 8,000 bytes at most, less one.

export type NodeMessage =
  /**
   * `from` has changed what these tags stand for; null when it may have missed telling of some. With an `id` it wants
   * to know when this is dropped.
   */
  | { type: 'drop'; from: string; tags: readonly string[] | null; id?: number }
  /** `from` has dropped what the change `id` of the node that this goes to named. */
  | { type: 'dropped'; from: string; id: number }
  /** `from` is about to accept requests. */
  | { type: 'join'; from: string }
  /** `from` has heard that the node that this goes to has joined. */
  | { type: 'here'; from: string }
  /** `from` ends, and has told of all it changed. */
  | { type: 'leave'; from: string };

const mostBytes = 7_900;

/** The payloads of one change, of which the last has the id. A tag that fits into none drops everything. */
export function dropMessages(from: string, id: number, tags: readonly string[] | null): string[] {
  const last = (some: readonly string[] | null): NodeMessage => ({ type: 'drop', from, tags: some, id });
  if (tags === null) return [JSON.stringify(last(null))];
  const parts: string[][] = [[]];
  const envelope = Buffer.byteLength(JSON.stringify(last([])));
  let bytes = envelope;
  for (const tag of new Set(tags)) {
    const size = Buffer.byteLength(JSON.stringify(tag)) + 1;
    if (envelope + size > mostBytes) return [JSON.stringify(last(null))];
    if (bytes + size > mostBytes) {
      parts.push([]);
      bytes = envelope;
    }
    parts.at(-1)?.push(tag);
    bytes += size;
  }
  return parts.map((part, index) =>
    JSON.stringify(index === parts.length - 1 ? last(part) : { type: 'drop', from, tags: part }),
  );
}

/** Null for what no node of ours has sent. */
export function readMessage(payload: string): NodeMessage | null {
  try {
    const message: unknown = JSON.parse(payload);
    const known = typeof message === 'object' && message !== null && 'type' in message && 'from' in message;
    return known ? (message as NodeMessage) : null;
  } catch {
    return null;
  }
}

// Messages between nodes, as payloads of NOTIFY, which hold less than 8,000 bytes.

export type NodeMessage =
  /**
   * `from` has changed the data of these keys; null for all data. With an `id` it asks for a `dropped` message. `tags`
   * is the name of the data keys (DataKey) on the wire, which nodes of other versions know.
   */
  | { type: 'drop'; from: string; tags: readonly string[] | null; id?: number }
  /** `from` has dropped the keys of change `id`, which the receiver sent. */
  | { type: 'dropped'; from: string; id: number }
  /** `from` is about to accept requests. Nodes of older versions do not tell theirs. */
  | { type: 'join'; from: string; version?: string }
  /** `from` has seen the `join` of the receiver. */
  | { type: 'here'; from: string; version?: string }
  /** `from` ends, and has published all its changes. */
  | { type: 'leave'; from: string };

/** All nodes listen here. */
export const everyone = 'naijabuilt_nodes';

/** What a command of the operator sends in each of its transactions, before it knows the keys. */
export const dropEverything = JSON.stringify({
  type: 'drop',
  from: 'command',
  tags: null,
} satisfies NodeMessage);

const mostBytes = 7_900;

/** The payloads of one change, of which the last one has the id. A key that is too long drops everything. */
export function dropMessages(from: string, id: number, keys: readonly string[] | null): string[] {
  const last = (some: readonly string[] | null): NodeMessage => ({ type: 'drop', from, tags: some, id });
  if (keys === null) return [JSON.stringify(last(null))];
  const parts: string[][] = [[]];
  const envelope = Buffer.byteLength(JSON.stringify(last([])));
  let bytes = envelope;
  for (const key of new Set(keys)) {
    const size = Buffer.byteLength(JSON.stringify(key)) + 1;
    if (envelope + size > mostBytes) return [JSON.stringify(last(null))];
    if (bytes + size > mostBytes) {
      parts.push([]);
      bytes = envelope;
    }
    parts.at(-1)?.push(key);
    bytes += size;
  }
  return parts.map((part, index) =>
    JSON.stringify(index === parts.length - 1 ? last(part) : { type: 'drop', from, tags: part }),
  );
}

/** @returns null for a payload that no node has sent */
export function readMessage(payload: string): NodeMessage | null {
  try {
    const message: unknown = JSON.parse(payload);
    const known = typeof message === 'object' && message !== null && 'type' in message && 'from' in message;
    return known ? (message as NodeMessage) : null;
  } catch {
    return null;
  }
}

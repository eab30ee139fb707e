import { randomUUIDv7 } from 'node:crypto';

/** A new UUIDv7: ids of a later millisecond sort later, which keeps every index that ends in an id append-only. */
export function newId(): string {
  return randomUUIDv7();
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isId(text: string): boolean {
  return uuid.test(text);
}

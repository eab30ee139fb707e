// Counts the people whose contact details an answer shows. Threat: a list of twenty owners tells as much as twenty
// profiles.
import { headerOf, type Answer } from '../render/rendered-response.ts';

/** A person in an answer of the API (api/shapes.ts). */
interface Person {
  id: unknown;
  email: string;
  phone_no: unknown;
  address: unknown;
}

function isPerson(value: object): value is Person {
  return 'email' in value && typeof value.email === 'string';
}

function hasContact({ email, phone_no: phone, address }: Person): boolean {
  return [email, phone, address].some((one) => typeof one === 'string' && one !== '');
}

/** Adds each person below `value` whose contacts are shown, once. */
function collect(value: object, people: Set<unknown>): void {
  if (isPerson(value) && hasContact(value)) people.add(value.id);
  for (const part of Object.values(value) as unknown[])
    if (typeof part === 'object' && part !== null) collect(part, people);
}

/** Reads that an answer with contact details counts as: at least one, also where it shows nobody's. */
export function contactReadsOf({ status, headers, body }: Answer): number {
  const isJson = (headerOf(headers, 'content-type') ?? '').startsWith('application/json');
  if (status !== 200 || !isJson) return 1;
  const people = new Set<unknown>();
  collect({ answer: JSON.parse(body.toString()) as unknown }, people);
  return Math.max(1, people.size);
}

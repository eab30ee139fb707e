// Binds the functions of rooms to the context of one request, so that no page and no router can read without recording.
import type { Reader } from './reader.ts';

/** What a room does for pages and the API: plain functions, each of which takes the context first. */
export interface Room {
  /** Reads for answers. Each records its data in the context's `reads`. */
  reads?: object;
  /** Writes, and reads for one person only. An answer that called one is not kept. */
  actions?: object;
  /** An object with a state of its own, whose methods are actions. */
  methods?: object;
}

/** Functions without their first parameter. */
type Bound<Given> = {
  [Name in keyof Given]: Given[Name] extends (first: never, ...rest: infer Others) => infer Result
    ? (...rest: Others) => Result
    : Bound<Given[Name]>;
};

type BoundRoom<Given> = (Given extends { reads: infer Reads } ? Bound<Reads> : unknown) &
  (Given extends { actions: infer Actions } ? Bound<Actions> : unknown) &
  (Given extends { methods: infer Methods } ? Methods : unknown);

export type BoundRooms<Rooms> = { [Name in keyof Rooms]: BoundRoom<Rooms[Name]> };

type Call = () => unknown;

/** The functions of all rooms. Each is bound when it is asked for, because a request uses few. */
export function bindRooms<Rooms extends Record<string, Room>>(
  rooms: Rooms,
  context: Reader,
): BoundRooms<Rooms> {
  // If a read fails, the answer, which may lack something, is not kept.
  const failed = (error: unknown): never => {
    context.reads.keepFor(0);
    throw error;
  };
  const reading = (call: Call): unknown => {
    try {
      const result = call();
      return result instanceof Promise ? result.catch(failed) : result;
    } catch (error) {
      return failed(error);
    }
  };
  const acting = (call: Call): unknown => {
    context.reads.keepFor(0);
    return call();
  };
  const bind = (one: unknown, watch: (call: Call) => unknown, ...first: Reader[]): unknown =>
    typeof one === 'function'
      ? (...rest: unknown[]): unknown =>
          watch(() => Reflect.apply(one, undefined, [...first, ...rest]) as unknown)
      : new Proxy(one as object, { get: (all, name) => bind(Reflect.get(all, name), watch, ...first) });
  const get = ({ reads = {}, actions = {}, methods = {} }: Room, name: string | symbol): unknown => {
    if (Object.hasOwn(reads, name)) return bind(Reflect.get(reads, name), reading, context);
    if (Object.hasOwn(actions, name)) return bind(Reflect.get(actions, name), acting, context);
    return Object.hasOwn(methods, name) ? bind(Reflect.get(methods, name), acting) : undefined;
  };
  return new Proxy(rooms, {
    get: (all, name: string) =>
      Object.hasOwn(all, name) ? new Proxy(all[name] as Room, { get }) : undefined,
  }) as unknown as BoundRooms<Rooms>;
}

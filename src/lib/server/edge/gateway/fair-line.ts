// A fair queue (RFC 8290): the next request is taken from each network in turn, and within a network from each address
// in turn. So a client that asks too much waits behind its own requests and not in front of others'; and when the queue
// is full, it is the first to be refused.
import { createGate, type Gate, type GateLimits, type Waiting } from './gate.ts';

/** A client, as fair queueing tells them apart. */
export interface FairClient {
  /** An address, or the /64 of an IPv6 one. */
  address: string;
  /** The largest network around it that is one party: a /24, or the /48 of an IPv6 address. */
  network: string;
}

/** Why a request was refused: too many of its client, of its network, or of all clients. */
export type RefusedBy = 'client' | 'network' | 'crowd';

/** Called when it is a request's turn. @param done to be called when the request is finished */
type Begin = (done: () => void) => void;

interface Item extends Waiting {
  begin: Begin;
  refuse: (by: RefusedBy) => void;
}

interface Party extends Waiting {
  readonly name: string;
  readonly gate: Gate;
  /** Waiting requests, including those of addresses below. */
  waiting: number;
  running: number;
}

interface AddressParty extends Party {
  readonly network: NetworkParty;
  readonly items: Item[];
}

interface NetworkParty extends Party {
  readonly addresses: Map<string, AddressParty>;
  /** Addresses that may begin a request, the next one first. */
  readonly turns: AddressParty[];
}

export interface FairLimits extends GateLimits {
  /** Maximum of running requests of one address, and of one network. */
  maxOfAddress: number;
  maxOfNetwork: number;
}

export interface FairLine {
  readonly length: number;
  /** Whether a request may begin now. */
  hasNext(): boolean;
  /** Why one more request of this client would be refused now; null if it would wait. */
  refusal(client: FairClient): RefusedBy | null;
  /**
   * Queues a request, for which `refusal` returned null.
   * @param refuse called when the request has to make room for another client's
   */
  add(client: FairClient, begin: Begin, refuse: (by: RefusedBy) => void): void;
  /** Begins the next request, where one may begin. */
  next(): void;
}

/** New parties after which idle ones are removed. */
const forgetEvery = 1_024;

function removeFrom<One>(list: One[], one: One): void {
  const at = list.indexOf(one);
  if (at !== -1) list.splice(at, 1);
}

export function createFairLine(limits: FairLimits): FairLine {
  const networks = new Map<string, NetworkParty>();
  const turns: NetworkParty[] = [];
  const crowd = createGate(limits);
  let waiting = 0;
  let newParties = 0;

  const party = (name: string): Party => ({
    name,
    gate: createGate(limits),
    since: 0,
    waiting: 0,
    running: 0,
  });

  const isForgettable = ({ waiting: some, running, gate }: Party) =>
    some === 0 && running === 0 && gate.hasCooledDown();

  function forgetIdle(): void {
    newParties = 0;
    for (const [name, network] of networks) {
      for (const [address, one] of network.addresses)
        if (isForgettable(one)) network.addresses.delete(address);
      if (isForgettable(network) && network.addresses.size === 0) networks.delete(name);
    }
  }

  function partyOf(client: FairClient): AddressParty {
    if (newParties >= forgetEvery) forgetIdle();
    let network = networks.get(client.network);
    if (!network) {
      networks.set(
        client.network,
        (network = { ...party(client.network), addresses: new Map<string, AddressParty>(), turns: [] }),
      );
    }
    let address = network.addresses.get(client.address);
    if (!address) {
      newParties += 1;
      network.addresses.set(client.address, (address = { ...party(client.address), network, items: [] }));
    }
    return address;
  }

  function queue(address: AddressParty): void {
    const { network } = address;
    const now = performance.now();
    if (
      address.items.length > 0 &&
      address.running < limits.maxOfAddress &&
      !network.turns.includes(address)
    ) {
      address.since = now;
      network.turns.push(address);
    }
    if (network.turns.length > 0 && network.running < limits.maxOfNetwork && !turns.includes(network)) {
      network.since = now;
      turns.push(network);
    }
  }

  function count(address: AddressParty, by: 1 | -1): void {
    address.waiting += by;
    address.network.waiting += by;
    waiting += by;
  }

  /** The party with most waiting requests; of equals the last one. */
  const longest = <One extends Party>(parties: Iterable<One>): One | undefined => {
    let found: One | undefined;
    for (const one of parties) if (one.waiting >= (found?.waiting ?? 1)) found = one;
    return found;
  };

  /**
   * The address whose last request makes room for one of this client: in the network with most waiting requests, where
   * the client's own has fewer, or else in its own network. By network first, so that the many addresses of one network
   * do not hold all places.
   */
  function findRoom({ network: name, address }: FairClient): AddressParty | undefined {
    const own = networks.get(name);
    const most = longest(networks.values());
    if (most && most.waiting > (own?.waiting ?? 0) + 1) return longest(most.addresses.values());
    const neighbour = own && longest(own.addresses.values());
    return neighbour && neighbour.waiting > (own.addresses.get(address)?.waiting ?? 0) + 1
      ? neighbour
      : undefined;
  }

  /** Refuses the last request of an address, and takes its turn away where that was its only one. */
  function dropLast(victim: AddressParty): void {
    const dropped = victim.items.pop();
    if (!dropped) return;
    count(victim, -1);
    const { network } = victim;
    if (victim.items.length === 0) {
      removeFrom(network.turns, victim);
      if (network.turns.length === 0) removeFrom(turns, network);
    }
    dropped.refuse(victim.items.length > 0 ? 'client' : 'network');
  }

  return {
    get length() {
      return waiting;
    },
    hasNext: () => turns.length > 0,
    refusal(client) {
      const network = networks.get(client.network);
      const address = network?.addresses.get(client.address);
      if (address && address.items.length > 0) {
        if (address.gate.isFull(address.items)) return 'client';
      } else if (network && network.waiting > 0) {
        if (network.gate.isFull(network.turns)) return 'network';
      } else if (crowd.isFull(turns)) return 'crowd';
      if (waiting < limits.maxQueue) return null;
      if (findRoom(client)) return null;
      if (address && address.waiting > 0) return 'client';
      return network && network.waiting > 0 ? 'network' : 'crowd';
    },
    add(client, begin, refuse) {
      const address = partyOf(client);
      if (waiting >= limits.maxQueue) {
        const victim = findRoom(client);
        if (victim) dropLast(victim);
      }
      address.items.push({ begin, refuse, since: performance.now() });
      count(address, 1);
      queue(address);
    },
    next() {
      const network = turns.shift();
      if (!network) return;
      crowd.took(turns);
      const address = network.turns.shift();
      const item = address?.items.shift();
      if (!address || !item) throw new Error('A party without a request has a turn.');
      network.gate.took(network.turns);
      address.gate.took(address.items);
      count(address, -1);
      network.running += 1;
      address.running += 1;
      queue(address);
      item.begin(() => {
        network.running -= 1;
        address.running -= 1;
        queue(address);
      });
    },
  };
}

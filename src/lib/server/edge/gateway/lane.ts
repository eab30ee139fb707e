// Limits answers that take long, running and waiting ones together, for all clients and for each. So a client that asks
// for many, or renders that hang, leave room for others.
import type { FairClient } from './fair-line.ts';

export interface LaneLimits {
  most: number;
  maxOfAddress: number;
  maxOfNetwork: number;
}

export interface Lane {
  /** @returns a function to call at the end; null when the lane is full */
  enter(client: FairClient): (() => void) | null;
}

export function createLane({ most, maxOfAddress, maxOfNetwork }: LaneLimits): Lane {
  const byAddress = new Map<string, number>();
  const byNetwork = new Map<string, number>();
  let all = 0;

  function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
  }

  function note({ address, network }: FairClient, by: 1 | -1): void {
    all += by;
    add(byAddress, address, by);
    add(byNetwork, network, by);
  }

  return {
    enter(client) {
      if (all >= most) return null;
      if ((byAddress.get(client.address) ?? 0) >= maxOfAddress) return null;
      if ((byNetwork.get(client.network) ?? 0) >= maxOfNetwork) return null;
      note(client, 1);
      return () => note(client, -1);
    },
  };
}

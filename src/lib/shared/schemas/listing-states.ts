// States and lifecycles of a listing. A state decides who sees a listing; a lifecycle is a fact that its owner states.

/**
 * `public`: everywhere. `unlisted` by its owner: only by its address. `held`: waits for staff; only its owner and staff
 * see it. `limited` by staff: by its address and on its owner's profile. `removed` by staff: its page says why.
 */
export const listingStates = ['public', 'unlisted', 'held', 'limited', 'removed'] as const;
export type ListingState = (typeof listingStates)[number];

/** States that an owner chooses; the others are decided by staff or a rule. */
export const ownerStates = ['public', 'unlisted'] as const satisfies readonly ListingState[];
export type OwnerState = (typeof ownerStates)[number];

export const isOwnerState = (state: ListingState): state is OwnerState =>
  (ownerStates as readonly ListingState[]).includes(state);

/** States in which everybody who has the address sees the listing. */
export const visibleStates = ['public', 'unlisted', 'limited'] as const satisfies readonly ListingState[];

/** `discontinued`: its owner no longer develops or offers it. */
export const lifecycles = ['active', 'discontinued'] as const;
export type Lifecycle = (typeof lifecycles)[number];

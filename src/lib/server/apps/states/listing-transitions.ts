// Who may change the state of a listing, and how. What is not listed here is refused.
import type { ListingState } from '../../../shared/schemas/apps.ts';

/** A rule acts without a person: it holds a risky listing, and releases it when what it asked for is there. */
export const listingActors = ['owner', 'rule', 'staff'] as const;
export type ListingActor = (typeof listingActors)[number];

export const listingTransitions: Record<ListingState, Partial<Record<ListingState, ListingActor[]>>> = {
  public: { unlisted: ['owner'], held: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  unlisted: { public: ['owner'], held: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  // 'public' also returns a listing to 'unlisted' where its owner had chosen that before (`returnState`).
  held: { public: ['rule', 'staff'], limited: ['staff'], removed: ['staff'] },
  limited: { public: ['staff'], held: ['staff'], removed: ['staff'] },
  removed: { public: ['staff'], held: ['staff'], limited: ['staff'] },
};

export function isTransitionAllowed(from: ListingState, to: ListingState, actor: ListingActor): boolean {
  return listingTransitions[from][to]?.includes(actor) ?? false;
}

/** The states from which this actor may bring a listing into a state. */
export function statesBefore(to: ListingState, actor: ListingActor): ListingState[] {
  return (Object.keys(listingTransitions) as ListingState[]).filter((from) =>
    isTransitionAllowed(from, to, actor),
  );
}

import { useEffect, useState } from 'react';
import { shelvesApi } from '../../../lib/client/api/desk/shelves-api.ts';
import type { PickJson } from '../../../lib/shared/schemas/shelves.ts';
import { useProof } from '../shell/proof-context.ts';

interface Picks {
  /** The apps with these ids that are known, in their order. */
  picks: PickJson[];
  learn: (pick: PickJson) => void;
}

/** What is known of the apps with these ids. Those of a form that was kept are asked for again. */
export function usePicks(ids: readonly string[], known: readonly PickJson[]): Picks {
  const prove = useProof();
  const [learned, setLearned] = useState<ReadonlyMap<string, PickJson>>(new Map());
  const find = (id: string): PickJson | undefined => learned.get(id) ?? known.find((one) => one.id === id);
  const learn = (pick: PickJson): void => setLearned((before) => new Map(before).set(pick.id, pick));
  const unknown = ids.find((id) => find(id) === undefined) ?? '';
  useEffect(() => {
    if (unknown === '') return;
    let isOver = false;
    void prove(() => shelvesApi.check(unknown)).then((result) => {
      if (isOver) return;
      // An app that is gone keeps its place, so that it can be taken off.
      const gone = { name_id: '', name: 'An app that is gone', description: '', logo: null };
      learn(result.kind === 'ok' ? result.data : { id: unknown, ...gone, is_listed: false, missing: [] });
    });
    return () => {
      isOver = true;
    };
  }, [unknown, prove]);
  return { picks: ids.flatMap((id) => find(id) ?? []), learn };
}

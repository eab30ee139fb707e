import { useEffect, useState } from 'react';
import { profilesApi } from '../../../lib/client/api/profiles-api.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { fullName } from '../../../lib/shared/schemas/users.ts';
import { ownPath } from '../own-texts.ts';

/** As the card of an app shows its owner. */
export interface CardOwner {
  firstname: string;
  name: string;
  /** Path of the picture. */
  picture: string | null;
}

/** Who will stand on the card; undefined until it is known. The session knows the first name alone, so the rest is fetched. */
export function useOwner(visitor: AccessClaims | null): CardOwner | undefined {
  const [fetched, setFetched] = useState<{ id: string; owner: CardOwner } | null>(null);
  const id = visitor?.user_id;
  useEffect(() => {
    if (id === undefined) return;
    let isGone = false;
    void profilesApi.me().then((result) => {
      if (isGone || result.kind !== 'ok') return;
      const { firstname, dp } = result.data;
      const picture = dp === null ? null : ownPath(dp);
      setFetched({ id, owner: { firstname, name: fullName(result.data), picture } });
    });
    return () => {
      isGone = true;
    };
  }, [id]);
  if (!visitor) return { firstname: 'You', name: 'You', picture: null };
  return fetched?.id === id ? fetched?.owner : undefined;
}

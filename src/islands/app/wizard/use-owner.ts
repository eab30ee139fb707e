import { useEffect, useState } from 'react';
import type { CardOwner } from '../../../lib/client/drafts/card-preview.ts';
import { profilesApi } from '../../../lib/client/api/profiles-api.ts';
import type { AccessClaims } from '../../../lib/shared/schemas/accounts.ts';
import { fullName } from '../../../lib/shared/schemas/users.ts';
import { ownPath } from '../../../lib/client/page/own-path.ts';

const unknownVisitor: CardOwner = { firstname: 'You', name: 'You', picture: null };

/** The owner of the new app; undefined until it is fetched, because the session has only the first name. */
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
  if (!visitor) return unknownVisitor;
  return fetched?.id === id ? fetched?.owner : undefined;
}

import { useEffect, useState } from 'react';
import { freshAccess } from '../../lib/client/session/keep-session.ts';
import { ownPath } from '../../lib/client/page/own-path.ts';

interface Props {
  /** Address of the picture. */
  url: string;
  size: number;
  alt?: string;
}

/**
 * A picture that may be for its owner and staff only, such as that of a held app: its address alone gets no answer, so
 * it is fetched with the login, and stored nowhere. Where that fails the browser tries the address.
 */
export function GuardedPicture({ url, size, alt = '' }: Props) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    void fetchWithLogin(ownPath(url), leaving.signal).then((file) => {
      if (leaving.signal.aborted) return;
      if (file) made = URL.createObjectURL(file);
      setSource(made ?? url);
    });
    return () => {
      leaving.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [url]);
  return <img src={source} alt={alt} width={size} height={size} />;
}

/** @returns null where the picture is not for this person, is served from elsewhere, or the network fails */
async function fetchWithLogin(path: string, signal: AbortSignal): Promise<Blob | null> {
  const access = await freshAccess();
  if (access === null) return null;
  try {
    const response = await fetch(path, { headers: { authorization: `Bearer ${access}` }, signal });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

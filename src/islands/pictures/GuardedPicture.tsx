import { useEffect, useState } from 'react';
import { ownPath } from '../../lib/client/page/page.ts';
import { fetchWithLogin } from '../../lib/client/session/keep-session.ts';

interface Props {
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
    const load = async (): Promise<string> => {
      const response = await fetchWithLogin(ownPath(url), { signal: leaving.signal });
      return response.ok ? (made = URL.createObjectURL(await response.blob())) : url;
    };
    // One that is served from elsewhere cannot be fetched.
    void load()
      .catch(() => url)
      .then((address) => {
        if (!leaving.signal.aborted) setSource(address);
      });
    return () => {
      leaving.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [url]);
  return <img src={source} alt={alt} width={size} height={size} />;
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { showFailure, type ShownFailure } from '../../forms/api-error.ts';
import { useProof } from '../shell/proof-context.ts';

export interface Loaded<Data> {
  /** The last answer; undefined before the first. It stays while a newer one is fetched. */
  data: Data | undefined;
  failure: (ShownFailure & { status: number | null }) | null;
  isLoading: boolean;
  reload: () => void;
  setData: (data: Data) => void;
}

/**
 * Data of the desk's API, fetched again whenever `key` changes. Answers that come too late are dropped.
 * @param key what the request depends on, such as an address
 */
export function useLoaded<Data>(key: string, fetch: () => Promise<ApiResult<Data>>): Loaded<Data> {
  const prove = useProof();
  const [data, setData] = useState<Data>();
  const [failure, setFailure] = useState<Loaded<Data>['failure']>(null);
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const newest = useRef(fetch);
  useEffect(() => {
    newest.current = fetch;
  });
  useEffect(() => {
    let isOver = false;
    setLoading(true);
    void prove(() => newest.current()).then((result) => {
      if (isOver) return;
      setLoading(false);
      if (result.kind === 'ok') {
        setData(result.data);
        setFailure(null);
        return;
      }
      const status = result.kind === 'refused' ? result.status : null;
      setFailure({ ...showFailure(result), status });
    });
    return () => {
      isOver = true;
    };
  }, [key, round, prove]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  return { data, failure, isLoading, reload, setData };
}

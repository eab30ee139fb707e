import { useEffect, useState } from 'react';
import { appsApi } from '../../lib/client/api/apps-api.ts';

/** The categories that were fetched for this page. */
let known: string[] | null = null;

export function useCategories() {
  const [state, setState] = useState<'loading' | 'failed' | string[]>(known ?? 'loading');
  useEffect(() => {
    if (state !== 'loading') return;
    let isGone = false;
    void appsApi.categories().then((result) => {
      if (result.kind === 'ok') known = result.data;
      if (!isGone) setState(result.kind === 'ok' ? result.data : 'failed');
    });
    return () => {
      isGone = true;
    };
  }, [state]);
  return { state, retry: () => setState('loading') };
}

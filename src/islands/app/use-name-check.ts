import { useEffect, useState } from 'react';
import { appsApi } from '../../lib/client/apps-api.ts';
import { limits } from '../../lib/shared/limits.ts';
import { nameKey } from '../../lib/shared/text.ts';

/** After the last key. */
const delayMs = 800;

/** Whether another app has this name. `own` is the name that the app itself has already. */
export function useNameCheck(name: string, own = ''): boolean {
  // An answer counts for the name that was asked about; by the time it comes another one may stand in the field.
  const [answer, setAnswer] = useState({ key: '', exists: false });
  const key = nameKey(name);
  useEffect(() => {
    if (key === '' || key === nameKey(own) || Array.from(key).length > limits.appName) return;
    let isStale = false;
    const timer = setTimeout(() => {
      void appsApi.exists(key).then((result) => {
        if (result.kind === 'ok' && !isStale) setAnswer({ key, exists: result.data.exists });
      });
    }, delayMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [key, own]);
  return answer.key === key && answer.exists;
}

import { useEffect } from 'react';
import { $takenName, askForName } from '../../lib/client/forms/taken-name.ts';
import { nameKey } from '../../lib/shared/text/text.ts';
import { useStore } from '../ui/use-store.ts';

/** After the last key. */
const delayMs = 800;

/** Whether another app has this name. `own` is the name that the app itself has already. */
export function useNameCheck(name: string, own = ''): boolean {
  const takenName = useStore($takenName, '');
  const key = nameKey(name);
  const isAsked = key !== '' && key !== nameKey(own);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => void askForName(key), delayMs);
    return () => clearTimeout(timer);
  }, [key, isAsked]);
  return isAsked && key === takenName;
}

import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $takenName, askForName } from '../../lib/client/forms/taken-name.ts';
import { nameKey } from '../../lib/shared/text/text.ts';

/** Milliseconds between the last key and the request. */
const delayMs = 800;

/** Whether another app has this name. @param own the app's current name */
export function useNameCheck(name: string, own = ''): boolean {
  const takenName = useStore($takenName);
  const key = nameKey(name);
  const isAsked = key !== '' && key !== nameKey(own);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => void askForName(key), delayMs);
    return () => clearTimeout(timer);
  }, [key, isAsked]);
  return isAsked && key === takenName;
}

/** @returns the system of a phone, which decides the store to download from; '' for other devices */
export function systemOf(userAgent: string): 'android' | 'ios' | '' {
  if (/android/i.test(userAgent)) return 'android';
  return /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : '';
}

/** The system of a phone, whose store is the one to download from; '' on any other device. */
export function systemOf(userAgent: string): 'android' | 'ios' | '' {
  if (/android/i.test(userAgent)) return 'android';
  return /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : '';
}

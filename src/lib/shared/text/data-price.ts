/** @returns the price of this many bytes, rounded up to a kobo, such as '₦0.02' */
export function priceOf(bytes: number, nairaPerGb: number): string {
  const kobo = Math.ceil((bytes / 1024 ** 3) * nairaPerGb * 100);
  return `₦${(kobo / 100).toFixed(2)}`;
}

// A letter on a coloured ground stands in for a picture that is missing.

/** @returns the first letter or digit, in upper case */
export function initial(name: string): string {
  const match = /[\p{Letter}\p{Number}]/u.exec(name);
  return (match?.[0] ?? '?').toUpperCase();
}

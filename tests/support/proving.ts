// What the checks of a proof look for.

export const proofFile = '/.well-known/naijabuilt.txt';

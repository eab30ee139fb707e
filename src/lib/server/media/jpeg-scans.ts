/**
 * Counts the scans of a JPEG, up to `max` + 1. Threat: a scan of ten bytes makes the decoder visit every block of the
 * picture, so a small file with thousands of them keeps a processor busy for minutes, and libvips cannot be interrupted
 * there. Encoders write at most twenty.
 *
 * Reads only the first image of the file: phones append others (and films), which are not decoded.
 */
export function countJpegScans(bytes: Uint8Array, max: number): number {
  let scans = 0;
  let at = 2;
  while (scans <= max) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 3 >= bytes.length) return scans;
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return scans;
    if (marker === 0xff) at += 1;
    else if (marker === stuffing || marker === temporary || (marker >= firstRestart && marker <= lastRestart))
      at += 2;
    else {
      if (marker === startOfScan) scans += 1;
      // The length includes itself. The data of a scan follows its header, up to the next marker.
      at += 2 + Math.max(((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0), 2);
    }
  }
  return scans;
}

// Codes after 0xff (ITU T.81, table B.1). The first four have no length.
const stuffing = 0x00;
const temporary = 0x01;
const firstRestart = 0xd0;
const lastRestart = 0xd7;
const endOfImage = 0xd9;
const startOfScan = 0xda;

/**
 * sharp with the loaders that uploads need. Threat: libvips parses bytes of anyone with an account in this process, and
 * chooses the loader by content. Its loaders for SVG, GIF, TIFF, HEIF and others are large and have had
 * vulnerabilities, and an SVG can refer to files and hosts. So all loaders are blocked except JPEG and PNG from memory.
 * Always import sharp from here: the block holds for the whole process, but only after this module has run. Known gap:
 * the JPEG and PNG decoders run in this process, not in a sandbox.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

// One thread for each operation, because pictures and variants run in parallel.
sharp.concurrency(1);
// The cache is useless, because no upload is decoded twice.
sharp.cache(false);

export default sharp;

/**
 * sharp, held to what this product needs. Threat: anyone with an account uploads bytes that libvips parses in this
 * process. Its loaders for SVG, GIF, TIFF, HEIF and the rest are large and have had holes, an SVG can name files and
 * hosts, and libvips chooses a loader by looking at the bytes. So every loader is blocked, then the two that are
 * offered to people are let in again, from memory only. Import sharp from here, never from the package: a blocked
 * loader is blocked for the whole process, but only once this module has run.
 * Known gap: the JPEG and PNG decoders themselves run in this process, not in a sandbox.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

// One thread an operation: the work is shared out between pictures and variants, not within one.
sharp.concurrency(1);
// No upload is decoded twice, so libvips has nothing to gain from remembering what it did.
sharp.cache(false);

export default sharp;

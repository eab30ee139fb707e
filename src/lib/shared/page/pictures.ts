// A picture as the media pipeline stores it: one content-hashed id, several widths, three formats.

export type PicturePurpose = 'logo' | 'screenshot' | 'avatar';

export type PictureFormat = 'avif' | 'webp' | 'jpg' | 'png';

export interface Picture {
  /** Content hash. It is part of each variant's address, so that a changed picture has another address. */
  id: string;
  /** Pixels of the largest variant, as `height`. */
  width: number;
  height: number;
  /** Widths of the variants in pixels, ascending; the last one equals `width`. */
  widths: number[];
  /** The format that every browser reads: 'png' if the picture is transparent, else 'jpg'. */
  fallback: 'jpg' | 'png';
  /** Dominant colour as '#rrggbb', shown until the picture is loaded. */
  colour: string;
}

/** Key of one variant in the storage. */
export function pictureKey(
  picture: Picture,
  width = picture.width,
  format: PictureFormat = picture.fallback,
): string {
  return `${picture.id}-${String(width)}.${format}`;
}

/** Path of one variant, from the site's root. */
export const pictureUrl = (...of: Parameters<typeof pictureKey>): string => `/media/${pictureKey(...of)}`;

/** `srcset` of one format, with width descriptors. */
export function pictureSrcset(picture: Picture, format: PictureFormat): string {
  return picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${String(width)}w`).join(', ');
}

/**
 * `sizes` of a screenshot in an app's strip, from the heights in the strip's style. Browsers know no range syntax here
 * yet.
 */
export function screenshotSizes({ width, height }: Picture): string {
  const ratio = width / height;
  const wide = Math.round(Math.min(400 * ratio, 640));
  return `(min-width: 992px) ${String(wide)}px, min(80vw, ${String(Math.round(288 * ratio))}px)`;
}

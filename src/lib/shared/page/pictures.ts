// Runs anywhere. A picture as the media pipeline leaves it: one content-hashed id, several widths, three formats.

export const picturePurposes = ['logo', 'screenshot', 'avatar'] as const;
export type PicturePurpose = (typeof picturePurposes)[number];

export type PictureFormat = 'avif' | 'webp' | 'jpg' | 'png';

export interface Picture {
  /** Content hash; part of every variant's address, so that a changed picture is a changed address. */
  id: string;
  /** Pixels of the largest variant. */
  width: number;
  height: number;
  /** Widths of the variants in pixels, ascending; the last one equals `width`. */
  widths: number[];
  /** The format that every browser reads: 'png' where there is transparency, else 'jpg'. */
  fallback: 'jpg' | 'png';
  /** Dominant colour as '#rrggbb', shown until the picture is there. */
  colour: string;
}

/** Under which the storage keeps one variant. */
export function pictureKey(
  picture: Picture,
  width = picture.width,
  format: PictureFormat = picture.fallback,
): string {
  return `${picture.id}-${String(width)}.${format}`;
}

/** Path of one variant, from the site's root. */
export function pictureUrl(
  picture: Picture,
  width = picture.width,
  format: PictureFormat = picture.fallback,
): string {
  return `/media/${pictureKey(picture, width, format)}`;
}

/** `srcset` of one format, with width descriptors. */
export function pictureSrcset(picture: Picture, format: PictureFormat): string {
  return picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${String(width)}w`).join(', ');
}

/** How wide a screenshot is shown in an app's strip, from the heights in its style; range syntax is too new for this attribute. */
export function screenshotSizes({ width, height }: Picture): string {
  const ratio = width / height;
  const wide = Math.round(Math.min(400 * ratio, 640));
  return `(min-width: 992px) ${String(wide)}px, min(80vw, ${String(Math.round(288 * ratio))}px)`;
}

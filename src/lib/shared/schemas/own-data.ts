import { slugify } from '../text/text.ts';

/** @returns such as naijabuilt-data.zip @param siteName which may have no Latin letter */
export const exportFileName = (siteName: string): string => `${slugify(siteName) || 'my'}-data.zip`;

import { openPromise } from 'yauzl';

/** Counts the listings and pictures in an export of a person's data, without holding it in memory. */
export async function readExport(file: string): Promise<{ apps: number; pictures: number }> {
  const zip = await openPromise(file);
  let [apps, pictures] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'data.json') {
      pictures += 1;
      continue;
    }
    let tail = '';
    // The text occurs once for each listing.
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const text = tail + String(chunk);
      const found = text.split('"views_by_day"');
      apps += found.length - 1;
      tail = (found.at(-1) ?? '').slice(-14);
    }
  }
  return { apps, pictures };
}

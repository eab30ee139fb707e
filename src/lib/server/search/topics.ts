// What apps are about, in words that mean nearly the same: 'parcel' and 'freight' have no letters in common. The lists
// follow the categories of the directory and of app stores, not single apps. A word may belong to several topics.
import topics from './topics.json' with { type: 'json' };

/** Words that say nothing about an app. */
const common = new Set(
  (
    'a about across account after all also an and any anyone anywhere app application are around as at back be ' +
    'beautiful been best better between both built but by can clean clear com daily day days do does door each ' +
    'easily easy end ends even every everyone everything fair fast find follow for free from full fully get gives ' +
    'good great has have help helps her his hour hours how in instant instantly into is it its ' +
    'just keep large late lets like live low made make makes many minute minutes mobile month monthly months more most ' +
    'near need new nigeria nigerian nigerians no not now of off on one online only open or other our out over own ' +
    'people phone place places platform quick quickly quite real same seconds see service services set simple ' +
    'size small so start state still than that the their them then there these they things this those through ' +
    'time to today together turn turns two up use used user users uses using via want was way we web website week ' +
    'what when where which while who whole wide will with within without world year years you your'
  ).split(' '),
);

const endings = /(?:ings?|ments?|ers?|ed|ly)$/;

/** 'loans' and 'loan', 'investment' and 'investing' are one word. */
function stemOf(word: string): string {
  const shorter = word.replace(endings, '');
  // 'shipping' is of 'ship'.
  if (shorter.length >= 3 && shorter !== word) return shorter.replace(/([bdgmnprt])\1$/, '$1');
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

const topicsOfStem = new Map<string, string[]>();
for (const [topic, words] of Object.entries(topics))
  for (const stem of new Set(words.split(' ').map(stemOf)))
    topicsOfStem.set(stem, [...(topicsOfStem.get(stem) ?? []), topic]);

/** Those of the words that tell something, without their endings, each with the topics that it belongs to. */
export function subjectsOf(words: readonly string[]): Map<string, readonly string[]> {
  const telling = words.filter(
    (word) => word.length >= 3 && !common.has(word) && !/^\p{Number}+$/u.test(word),
  );
  const stems = telling.map(stemOf).filter((stem) => !common.has(stem));
  return new Map(stems.map((stem) => [stem, topicsOfStem.get(stem) ?? []]));
}

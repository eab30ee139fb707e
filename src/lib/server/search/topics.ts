// What apps are about, in words that mean nearly the same: 'parcel' and 'freight' have no letters in common. The lists
// follow the categories of the directory and of app stores, not single apps. A word may belong to several topics.

const topics: Record<string, string> = {
  banking: 'account bank banking branch branchless card cheque current deposit overdraft',
  saving: 'esusu ajo goal piggy pocket save saving savings target thrift',
  investing:
    'asset bond broker dividend equity exchange fund invest investment portfolio share stock trade trading treasury wealth',
  crypto: 'asset bitcoin blockchain coin crypto digital ethereum stablecoin token usdt',
  lending: 'borrow credit debt finance financing lend lender loan mortgage repay instalment',
  payments:
    'accept checkout collect collection gateway merchant pay paying payment payout pos settlement terminal ussd',
  wallets: 'airtime bill cash data electricity recharge send topup transfer wallet withdraw',
  currencies:
    'abroad convert currency diaspora dollar euro foreign fx multi pound rate remit remittance world',
  insurance: 'claim cover coverage hmo insurance insure policy premium',
  accounting: 'accounting bookkeeping budget expense invoice ledger payroll receipt salary tax',
  selling:
    'boutique catalogue commerce ecommerce inventory merchant order sell seller shop stock store storefront vendor',
  buying:
    'buy buyer classified deal discount electronics fashion grocery mall market marketplace phone price sale shopping voucher',
  messaging: 'call chat code email inbox message messaging otp sms voice whatsapp',
  marketing: 'ads advert audience brand campaign customer lead marketing newsletter outreach promotion',
  developers: 'api backend cloud code debug deploy developer hosting integrate sandbox sdk software webhook',
  jobs: 'apply candidate career cv employer employment freelance freelancer hire hiring hr interview job recruit remote resume talent work worker',
  delivery:
    'courier deliver delivery dispatch doorstep errand logistics package parcel pickup rider ship shipping track',
  freight:
    'cargo container fleet freight haul haulage interstate logistics ship shipment truck trucking warehouse',
  rides:
    'bike bus car commute driver mobility motorcycle okada passenger ride rider route seat shuttle taxi transport trip vehicle',
  cars: 'auto car dealer driver inspection mechanic motor repair spare vehicle',
  travel:
    'accommodation airline airport book booking flight holiday hotel itinerary room stay tour tourism travel trip visa',
  maps: 'address direction distance gps location map navigate navigation route traffic',
  food: 'cook cooking dish eat food grocery kitchen meal menu recipe restaurant snack',
  home: 'chore clean cleaning errand handyman household laundry maintenance nanny plumber',
  housing:
    'agent apartment building estate flat home house land landlord lease property rent rental room tenant',
  farming:
    'agric agriculture agro crop farm farmer farming fertilizer harvest irrigation livestock poultry seed smallholder tractor',
  care: 'blood care clinic consult diagnosis doctor emergency health healthcare hospital lab medical medicine nurse oxygen patient pharmacy prescription telemedicine',
  fitness: 'diet exercise fit fitness gym habit nutrition run sleep step walk weight wellness workout yoga',
  family: 'baby child children family kid maternal mother parent pregnancy school',
  school:
    'class classroom exam jamb lesson primary pupil quiz school secondary student subject teacher tutor waec',
  courses:
    'academy bootcamp certificate cohort course curriculum degree diploma education learn learning lecture skill teach training tutor university',
  languages:
    'dictionary hausa igbo language phrase pidgin pronunciation translate translation vocabulary yoruba',
  books: 'author book ebook library magazine novel poetry publish read reader reading story writer writing',
  news: 'article headline journalism journalist magazine media news newspaper podcast press reporter',
  civic:
    'budget citizen community constituency democracy election government law parliament policy politics project public senator transparency vote',
  figures:
    'analysis analytics chart dashboard data economy forecast index insight intelligence market report research statistics',
  community:
    'chat comment connect discuss discussion follow forum friend group meet network people post profile social talk',
  dating: 'couple date dating love marriage match partner relationship romance single',
  faith: 'bible christian church devotional hymn islam mosque pray prayer quran sermon worship',
  music: 'afrobeat album artist concert dj listen lyrics music playlist radio song sound',
  films: 'cinema comedy download drama film movie nollywood series show stream streaming tv video watch',
  events: 'cinema concert conference event festival guest party rsvp ticket venue wedding',
  games:
    'arcade board card chess game level ludo multiplayer play player puzzle quiz racing runner score trivia whot',
  sport:
    'athlete ball bet boxing club fixture football league live match player score soccer sport team tournament',
  pictures:
    'album camera collage design edit editor filter graphic image logo photo photograph photography picture template wallpaper',
  print: 'banner card design label packaging print printing shirt sticker',
  planning:
    'agenda calendar checklist collaborate document file focus meeting note organise plan planner project reminder schedule task team todo',
  security:
    'alarm alert authenticator backup emergency encrypt fraud identity kyc password privacy safe safety secure security spy verify vpn',
  energy: 'battery bill electricity fuel gas generator meter petrol power prepaid solar',
  weather: 'climate dust flood forecast harmattan heat humidity rain storm sun temperature weather wind',
  beauty: 'barber beauty braid cosmetic hair makeup nail salon skin spa style tailor',
  giving: 'campaign charity crowdfunding donate donation fundraise give ngo sponsor volunteer',
};

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

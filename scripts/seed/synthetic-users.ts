import type { NewUserRow } from '../../src/lib/server/platform/db/schema.ts';
import { socialNetworks } from '../../src/lib/shared/addresses/social-networks.ts';
import { slugify } from '../../src/lib/shared/text/text.ts';
import { cities } from './synthetic-names.ts';
import type { Random } from '../../src/sample-data/random.ts';
import { idAt } from './synthetic-ids.ts';

const firstnames = [
  'Adaeze', 'Tunde', 'Chioma', 'Emeka', 'Zainab', 'Bisi', 'Musa', 'Ngozi', 'Ibrahim', 'Kẹ́mi', 'Obinna', 'Aisha', 'Fẹ́mi',
  'Halima', 'Ifẹ́', 'Yusuf', 'Amaka', 'Dayọ̀', 'Chidi', 'Fatima', 'Sẹ́gun', 'Uche', 'Hauwa', 'Gbenga', 'Nneka', 'Sani',
  'Tọ́pẹ́', 'Ebele', 'Bala', 'Ṣadé', 'Efe', 'Osaze', 'Ini', 'Ekaette', 'Terver', 'Dooshima', 'Tamuno', 'Boma', 'Ladi', 'Pam',
] as const; // prettier-ignore

const lastnames = [
  'Okafor', 'Adeyemi', 'Balogun', 'Eze', 'Mohammed', 'Bello', 'Okonkwo', 'Ọláwálé', 'Abubakar', 'Nwosu', 'Ojo', 'Usman',
  'Chukwu', 'Afolabi', 'Danjuma', 'Obi', 'Lawal', 'Ibe', 'Akande', 'Garba', 'Uzor', 'Ṣóyínká', 'Yakubu', 'Nnamdi', 'Edet',
  'Osagie', 'Akpan', 'Tersoo', 'Briggs', 'Gyang', 'Idris', 'Ogunleye', 'Ezeugo', 'Suleiman', 'Ige', 'Madu', 'Kalu', 'Oni',
] as const; // prettier-ignore

const trades = [
  'Front-end developer', 'Mobile developer', 'Product designer', 'Founder', 'Student', 'Data engineer', 'Freelancer',
  'Teacher who writes software', 'Back-end developer', 'Game developer',
] as const; // prettier-ignore

const tags = [
  'python',
  'javascript',
  'kotlin',
  'swift',
  'flutter',
  'react',
  'go',
  'php',
  'design',
  'data',
  'unity',
];

/** @param unique a part of the email that makes it unique */
export function makeUser(
  random: Random,
  unique: string,
  joined: number,
  pictures: readonly string[],
): NewUserRow {
  const [firstname, lastname] = [random.pick(firstnames), random.pick(lastnames)];
  const handle = `${slugify(firstname)}.${slugify(lastname)}`;
  const city = random.pick(cities);
  const email = `${handle}.${unique}@mail.example`;
  const networks = random.some(socialNetworks, random.pick([0, 0, 1, 2, 3]));
  return {
    id: idAt(joined),
    email,
    email_key: email.toLowerCase(),
    pending_email_key: null,
    pending_until: null,
    signup_network: null,
    is_contested: 0,
    // Nobody can log in to a synthetic account.
    password_hash: null,
    firstname,
    lastname,
    phone_no: random.chance(0.6) ? `+234 800 ${random.int(100, 999)} ${random.int(1_000, 9_999)}` : '',
    address: random.chance(0.7) ? `${random.int(1, 120)} Market Road, ${city}` : '',
    show_email: 1,
    show_phone: 1,
    show_address: 1,
    country: 'Nigeria',
    country_code: 'NG',
    about: random.chance(0.7) ? `${random.pick(trades)} in ${city}. I build what I miss myself.` : '',
    tags: JSON.stringify(random.some(tags, random.int(0, 5))),
    social_links: JSON.stringify(
      Object.fromEntries(networks.map((network) => [network, `https://${network}.example/${handle}`])),
    ),
    picture_id: random.chance(0.6) ? random.pick(pictures) : null,
    handle: null,
    views: 0,
    is_verified: 1,
    created_at: joined,
    updated_at: joined,
  };
}

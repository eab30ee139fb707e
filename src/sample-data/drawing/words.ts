// Texts for invented screens. None of them says anything about a real product or person.

export const people = [
  'Adaeze O.',
  'Tunde B.',
  'Chioma E.',
  'Emeka N.',
  'Zainab M.',
  'Bisi A.',
  'Musa I.',
  'Ngozi U.',
  'Ibrahim S.',
  'Kemi F.',
  'Obinna C.',
  'Aisha G.',
  'Femi L.',
  'Halima D.',
  'Ife R.',
  'Yusuf K.',
  'Amaka P.',
  'Dayo W.',
] as const;

export const places = [
  'Yaba',
  'Ikeja',
  'Surulere',
  'Lekki Phase 1',
  'Wuse II',
  'Garki',
  'Bodija',
  'GRA, Enugu',
  'Trans Amadi',
  'Sabon Gari',
  'Ajah',
  'Maitama',
  'Ring Road',
  'Victoria Island',
  'Gwarinpa',
  'Festac',
] as const;

export const cities = [
  'Lagos',
  'Abuja',
  'Ibadan',
  'Kano',
  'Enugu',
  'Port Harcourt',
  'Benin City',
  'Jos',
  'Kaduna',
  'Uyo',
  'Calabar',
  'Abeokuta',
] as const;

export const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** '₦1,250,000' */
export function naira(amount: number): string {
  return `₦${grouped(amount)}`;
}

export function grouped(amount: number): string {
  return amount.toLocaleString('en-NG', { maximumFractionDigits: 0 });
}

export const savingGoals: readonly (readonly [title: string, note: string])[] = [
  ['Rent', 'Weekly, until March'],
  ['Emergency fund', 'Monthly, no end date'],
  ['December trip', 'Daily, 61 days to go'],
  ['School fees', 'Monthly, until August'],
  ['New laptop', 'Weekly, nearly there'],
  ['Wedding', 'With 2 others'],
];

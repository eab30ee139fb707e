// Unlimited different, pronounceable names for made-up apps, and names of their owners.

const firsts = [
  'Swift', 'Naija', 'Kudi', 'Oja', 'Danfo', 'Eko', 'Zuma', 'Niger', 'Savanna', 'Bright', 'Simple', 'Royal', 'Urban',
  'Golden', 'Rapid', 'Open', 'Smart', 'Blue', 'Green', 'Clear', 'Palm', 'Cowrie', 'Drum', 'Baobab', 'Harmattan',
  'Lagoon', 'Coral', 'Ivory', 'Amber', 'Sunny', 'River', 'Delta', 'Summit', 'Prime', 'First', 'Happy', 'Clever',
  'Kind', 'Quick', 'Solid', 'True', 'Wise', 'Young', 'Calabash', 'Adire', 'Ankara', 'Aso', 'Bata', 'Iroko', 'Obudu',
] as const; // prettier-ignore

const seconds = [
  'Pay', 'Cart', 'Market', 'Wallet', 'Ride', 'Cab', 'Meal', 'Kitchen', 'Clinic', 'Health', 'Care', 'Learn', 'School',
  'Class', 'Tutor', 'Jobs', 'Work', 'Desk', 'Books', 'Ledger', 'Invoice', 'Loan', 'Save', 'Invest', 'Trade', 'Farm',
  'Harvest', 'Seed', 'Tractor', 'Rent', 'Home', 'Estate', 'Stay', 'Trip', 'Flight', 'Bus', 'Cargo', 'Parcel',
  'Courier', 'Track', 'Map', 'Weather', 'News', 'Radio', 'Music', 'Beats', 'Film', 'Show', 'Ticket', 'Event', 'Game',
  'Quest', 'Run', 'Chess', 'Quiz', 'Fit', 'Gym', 'Marathon', 'Football', 'Photo', 'Video', 'Design', 'Print', 'Store',
] as const; // prettier-ignore

const lasts = [
  '', 'Pro', 'Go', 'Hub', 'NG', 'Africa', 'Plus', 'Lite', 'One', 'Direct', 'Express', 'Studio', 'Online', 'Now', 'Point',
  'Link', 'Mate', 'Zone', 'Club', 'Base', 'Works', 'Labs', 'Line', 'Path', 'Nest', 'Wave', 'Spot', 'Yard', 'Deck', 'Flow',
] as const; // prettier-ignore

export const cities = [
  'Lagos', 'Abuja', 'Ibadan', 'Kano', 'Enugu', 'Port Harcourt', 'Benin City', 'Jos', 'Kaduna', 'Uyo', 'Calabar', 'Abeokuta',
] as const; // prettier-ignore

export const firstnames = [
  'Adaeze', 'Tunde', 'Chioma', 'Emeka', 'Zainab', 'Bisi', 'Musa', 'Ngozi', 'Ibrahim', 'Kẹ́mi', 'Obinna', 'Aisha', 'Fẹ́mi',
  'Halima', 'Ifẹ́', 'Yusuf', 'Amaka', 'Dayọ̀', 'Chidi', 'Fatima', 'Sẹ́gun', 'Uche', 'Hauwa', 'Gbenga', 'Nneka', 'Sani',
] as const; // prettier-ignore

export const lastnames = [
  'Okafor', 'Adeyemi', 'Balogun', 'Eze', 'Mohammed', 'Bello', 'Okonkwo', 'Ọláwálé', 'Abubakar', 'Nwosu', 'Ojo', 'Usman',
  'Chukwu', 'Afolabi', 'Danjuma', 'Obi', 'Lawal', 'Ibe', 'Akande', 'Garba', 'Uzor', 'Ṣóyínká', 'Yakubu', 'Nnamdi', 'Edet',
] as const; // prettier-ignore

const combinations = firsts.length * seconds.length * lasts.length;

/**
 * Coprime to `combinations`, so that steps of this length visit every combination before they repeat one.
 */
const stride = 1_000_003;

/** The name with this number; numbers have different names, and neighbours have nothing in common. */
export function nameAt(number: number): string {
  const round = Math.floor(number / combinations);
  const at = ((number % combinations) * stride) % combinations;
  const first = firsts[at % firsts.length] ?? '';
  const second = seconds[Math.floor(at / firsts.length) % seconds.length] ?? '';
  const last = lasts[Math.floor(at / firsts.length / seconds.length)] ?? '';
  return [first, second, last, round > 0 ? String(round + 1) : ''].filter(Boolean).join(' ');
}

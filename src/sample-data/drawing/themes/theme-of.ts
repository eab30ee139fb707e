import { cardGame, events, film, music, runner } from './leisure.ts';
import { bank, exchange, invest, payments, remittance, savings } from './money.ts';
import { delivery, homes, hotels, ride } from './places.ts';
import type { Theme } from './theme.ts';
import { farm, food, homeCare, print, shop, vehicles } from './trade.ts';
import { data, developer, forum, hospital, jobs, school } from './work.ts';

/** The first whose words stand in the name or description; then the category decides. */
const byWords: readonly (readonly [RegExp, Theme])[] = [
  [/card game/i, cardGame],
  [/runner/i, runner],
  [/messaging api|api to reach|open-banking/i, developer],
  [/digital assets/i, exchange],
  [/mutual funds|savings?, lock|small savings/i, savings],
  [/invest|shares listed/i, invest],
  [/abroad|currenc|around the world|move money/i, remittance],
  [/farm|tractor|grain/i, farm],
  [/vehicle finance|shared bus|reserve buses/i, ride],
  [/parcel|courier|freight|logistics|shipping|ship /i, delivery],
  [/cars? (and|after)|sell cars|buy and sell cars|sell a car/i, vehicles],
  [/meals, cleaning/i, homeCare],
  [/hotels?|flights/i, hotels],
  [/houses, flats|rent a home|real-estate/i, homes],
  [/design and print/i, print],
  [/find jobs/i, jobs],
  [/forum/i, forum],
  [/event page|tickets/i, events],
  [/budgets|projects|market data/i, data],
  [/run a shop|storefronts|sell e-books|online mall|classifieds/i, shop],
  [/payments? (online|infra|terminal)|one platform|checkout/i, payments],
];

const byCategory: Record<string, Theme> = {
  Finance: bank,
  Business: payments,
  'Developer Tools': developer,
  Education: school,
  Books: school,
  Reference: data,
  News: data,
  'Magazines & Newspapers': forum,
  'Social Networking': forum,
  'Food & Drink': food,
  Games: cardGame,
  'Health & Fitness': hospital,
  Medical: hospital,
  Lifestyle: homeCare,
  Music: music,
  Entertainment: film,
  'Photo & Video': print,
  Navigation: ride,
  Travel: hotels,
  Shopping: shop,
  Catalogs: shop,
  Sports: events,
  Utilities: bank,
  Weather: farm,
  Productivity: developer,
};

export function themeOf(app: { name: string; description: string; categories: readonly string[] }): Theme {
  const text = `${app.name}: ${app.description}`;
  const found = byWords.find(([words]) => words.test(text))?.[1];
  return found ?? byCategory[app.categories[0] ?? ''] ?? payments;
}

import type { Theme } from './theme.ts';
import { shop } from './trade.ts';

export const ride: Theme = {
  art: 'landscape',
  title: 'Trips',
  menu: ['Book', 'Trips', 'Routes', 'Wallet', 'Help'],
  icons: ['bus', 'pin', 'clock', 'wallet', 'ticket', 'car'],
  items: [
    ['Yaba to Victoria Island', '06:40, 3 seats left'],
    ['Ikeja to Marina', '07:00, 5 seats left'],
    ['Ajah to Maryland', '06:30, 1 seat left'],
    ['Gwarinpa to Wuse', '07:15, 8 seats left'],
    ['Festac to Ikoyi', '06:20, 4 seats left'],
    ['Lekki to Surulere', '17:45, 6 seats left'],
  ],
  amounts: [900, 4_500],
  action: 'Book a seat',
  phone: ['track', 'trips', 'schedule', 'amount', 'welcome'],
  web: ['fleet', 'landing', 'records'],
};

export const delivery: Theme = {
  ...ride,
  art: 'pattern',
  title: 'Shipments',
  menu: ['Overview', 'Shipments', 'Quotes', 'Address book', 'Payments', 'Settings'],
  icons: ['box', 'truck', 'pin', 'wallet', 'file', 'gear'],
  items: [
    ['Lagos to Abuja', '2.4 kg, in transit'],
    ['Ibadan to Kano', '12 kg, picked up'],
    ['Lagos to London', '0.8 kg, customs'],
    ['Enugu to Uyo', '5 kg, delivered'],
    ['Aba to Accra', '30 kg, in transit'],
    ['Jos to Kaduna', '1.2 kg, delivered'],
    ['Lagos to Nairobi', '3.5 kg, in transit'],
  ],
  amounts: [2_200, 68_000],
  action: 'New shipment',
  phone: ['track', 'orders', 'amount', 'chat', 'welcome'],
  web: ['fleet', 'compare', 'records', 'dashboard', 'landing'],
};

export const hotels: Theme = {
  ...shop,
  art: 'building',
  title: 'Places to stay',
  menu: ['Hotels', 'Flights', 'Deals', 'Bookings', 'Help'],
  icons: ['bed', 'plane', 'pin', 'star', 'calendar', 'heart'],
  items: [
    ['Garden hotel', 'Breakfast, pool'],
    ['City lodge', 'Free parking'],
    ['Lagoon suites', 'Pool, gym'],
    ['Station inn', 'Breakfast'],
    ['Hill guest house', 'Quiet, garden'],
    ['Marina rooms', 'Sea view'],
  ],
  amounts: [22_000, 145_000],
  action: 'Book',
  web: ['results', 'landing', 'flights', 'checkout'],
};

export const homes: Theme = {
  ...hotels,
  title: 'Homes',
  menu: ['Rent', 'Buy', 'Short let', 'Land', 'Agents'],
  items: [
    ['2-bedroom flat', '2 baths, parking'],
    ['Terrace house', '3 beds, 3 baths'],
    ['Studio', '1 bath, serviced'],
    ['Detached house', '4 beds, garden'],
    ['Shared flat', 'Own room'],
    ['Penthouse', '3 beds, terrace'],
  ],
  amounts: [850_000, 6_500_000],
  action: 'Arrange a visit',
  web: ['results', 'landing', 'report', 'compare'],
};

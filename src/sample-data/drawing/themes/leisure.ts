import type { Theme } from './theme.ts';

export const film: Theme = {
  art: 'poster',
  title: 'New this week',
  menu: ['Home', 'Series', 'Films', 'My list', 'Downloads'],
  icons: ['play', 'heart', 'star', 'down', 'clock', 'user'],
  items: [
    ['The Last Danfo', 'Drama, 1 h 48 min'],
    ['Mother of Twins', 'Series, 8 parts'],
    ['Harmattan', 'Thriller, 2 h 04 min'],
    ['Market Queen', 'Comedy, 1 h 36 min'],
    ['River Road', 'Romance, 1 h 52 min'],
    ['Night Bus', 'Thriller, 1 h 29 min'],
    ['The Bride Price', 'Comedy, 1 h 41 min'],
  ],
  amounts: null,
  action: 'Play',
  phone: ['posters', 'watch', 'detail', 'welcome'],
  web: ['event', 'storefront', 'landing'],
};

export const music: Theme = {
  ...film,
  art: 'pattern',
  title: 'Made for you',
  menu: ['Listen', 'Browse', 'Radio', 'Library', 'Live'],
  icons: ['music', 'mic', 'heart', 'search', 'play', 'user'],
  items: [
    ['Lagos after dark', 'Afrobeats, 42 songs'],
    ['Sunday highlife', '31 songs'],
    ['Talking drum', 'Juju classics'],
    ['Morning praise', 'Gospel, 28 songs'],
    ['Street anthems', '50 songs'],
    ['Slow and sweet', 'R&B, 24 songs'],
  ],
  phone: ['player', 'posters', 'courses', 'welcome'],
};

export const events: Theme = {
  ...film,
  art: 'stage',
  title: 'Coming up',
  menu: ['Events', 'Cinema', 'Concerts', 'Theatre', 'My tickets'],
  icons: ['ticket', 'music', 'calendar', 'pin', 'users', 'star'],
  items: [
    ['Rooftop concert', 'Fri 20:00, Lagos'],
    ['Comedy night', 'Sat 19:00, Abuja'],
    ['Tech meet-up', 'Thu 17:00, Yaba'],
    ['Food festival', 'Sun 12:00, Ibadan'],
    ['Art fair', 'Sat 10:00, Lagos'],
    ['Film premiere', 'Fri 18:30, Enugu'],
  ],
  amounts: [3_000, 45_000],
  action: 'Get tickets',
  web: ['event', 'storefront', 'checkout', 'dashboard'],
};

export const cardGame: Theme = {
  ...film,
  art: 'pattern',
  title: 'Play',
  menu: ['Play', 'Friends', 'Ranking', 'Shop'],
  icons: ['play', 'users', 'trophy', 'gift', 'star', 'gear'],
  items: [
    ['Quick game', '2 players'],
    ['Tournament', 'Starts at 18:00'],
    ['With friends', '4 online'],
    ['Against the computer', '3 levels'],
  ],
  action: 'Play',
  phone: ['cards', 'lobby', 'ranking', 'cards'],
  web: ['landing'],
};

export const runner: Theme = {
  ...cardGame,
  art: 'landscape',
  phone: ['runner', 'lobby', 'runner', 'ranking'],
};

import { html, meta, og, type Fixture } from './fixture.ts';
import { app, data, page, website } from './play-pages.ts';

export const playListings: readonly Fixture[] = [
  page(
    'a whole page',
    'ng.kobopay.whole',
    html(
      og('title', 'KoboPay - Apps on Google Play') +
        og('description', 'Send money at once.') +
        data({
          name: 'KoboPay',
          description: 'Send money at once.',
          operatingSystem: 'ANDROID',
          applicationCategory: 'FINANCE',
          contentRating: 'Everyone',
          softwareVersion: '8.1.0',
          offers: [{ '@type': 'Offer', price: '0', priceCurrency: 'NGN' }],
        }),
      website('https://kobopay.ng'),
    ),
    {
      name: 'KoboPay',
      description: 'Send money at once.',
      category: 'Finance',
      age: 'all',
      version: '8.1.0',
      price: 'free',
      website: 'https://kobopay.ng',
    },
  ),
  page(
    'OpenGraph without structured data',
    'ng.ajo.og',
    html(og('title', 'Ajo - Apps on Google Play') + og('description', 'Save together.')),
    { name: 'Ajo', description: 'Save together.' },
  ),
  page(
    'a description in an ordinary tag',
    'ng.meta.only',
    html(og('title', 'Meta - Apps on Google Play') + meta('description', 'Plain tag.')),
    { name: 'Meta', description: 'Plain tag.' },
  ),
  app(
    'a puzzle',
    'ng.game.puzzle',
    { name: 'Ayo', applicationCategory: 'GAME_PUZZLE' },
    {
      name: 'Ayo',
      category: 'Games',
      platform: 'game',
    },
  ),
  app(
    'a paid app',
    'ng.paid.app',
    { name: 'Hymns', offers: [{ price: '1500.00' }] },
    { name: 'Hymns', price: 'paid' },
  ),
  app(
    'a version that varies',
    'ng.varies.app',
    { name: 'Vary', softwareVersion: 'Varies with device' },
    { name: 'Vary' },
  ),
  app(
    'health',
    'ng.health.app',
    { name: 'Sickle', applicationCategory: 'HEALTH_AND_FITNESS' },
    {
      name: 'Sickle',
      category: 'Health & Fitness',
    },
  ),
  app(
    'books',
    'ng.books.app',
    { name: 'Reader', applicationCategory: 'BOOKS_AND_REFERENCE' },
    {
      name: 'Reader',
      category: 'Books',
    },
  ),
  app(
    'maps',
    'ng.maps.app',
    { name: 'Route', applicationCategory: 'MAPS_AND_NAVIGATION' },
    {
      name: 'Route',
      category: 'Navigation',
    },
  ),
  app(
    'news',
    'ng.news.app',
    { name: 'Daily', applicationCategory: 'NEWS_AND_MAGAZINES' },
    {
      name: 'Daily',
      category: 'News',
    },
  ),
  app(
    'food',
    'ng.food.app',
    { name: 'Amala', applicationCategory: 'FOOD_AND_DRINK' },
    {
      name: 'Amala',
      category: 'Food & Drink',
    },
  ),
  app(
    'video',
    'ng.video.app',
    { name: 'Nolly', applicationCategory: 'VIDEO_PLAYERS' },
    {
      name: 'Nolly',
      category: 'Photo & Video',
    },
  ),
  app(
    'a category that is none of ours',
    'ng.parent.app',
    { name: 'Iya', applicationCategory: 'PARENTING' },
    { name: 'Iya' },
  ),
  app(
    'an age of seven',
    'ng.seven.app',
    { name: 'Kids', contentRating: 'PEGI 7' },
    { name: 'Kids', age: '7' },
  ),
  app(
    'an age of twelve',
    'ng.twelve.app',
    { name: 'Teen', contentRating: 'Rated for 12+' },
    { name: 'Teen', age: '12' },
  ),
  app(
    'an age that is none of ours',
    'ng.teen.app',
    { name: 'Teens', contentRating: 'Teen' },
    { name: 'Teens' },
  ),
  app(
    'an age of eighteen',
    'ng.adult.app',
    { name: 'Bet', contentRating: 'PEGI 18' },
    { name: 'Bet', age: '18' },
  ),
  app(
    'a name with a slogan, too long for a listing',
    'ng.long.name',
    { name: 'Waybill | send parcels between all states of Nigeria' },
    { name: 'Waybill' },
  ),
];

import { payments } from './money.ts';
import type { Theme } from './theme.ts';

export const shop: Theme = {
  art: 'product',
  title: 'Popular now',
  menu: ['Home', 'Electronics', 'Fashion', 'Groceries', 'Beauty', 'Home & Kitchen', 'Offers'],
  icons: ['bag', 'cart', 'box', 'gift', 'star', 'truck'],
  items: [
    ['Ankara shirt', 'Cotton, 4 sizes'],
    ['Rice cooker', '1.8 litres'],
    ['Wireless earbuds', 'With case'],
    ['Leather sandals', 'Hand-made'],
    ['Shea butter', '250 g'],
    ['Desk lamp', 'Warm light'],
    ['School bag', 'Water-proof'],
    ['Palm oil', '5 litres'],
    ['Headphones', 'Over ear'],
    ['Table fan', '3 speeds'],
  ],
  amounts: [3_500, 96_000],
  action: 'Add to cart',
  phone: ['shop', 'feed', 'detail', 'chat', 'records'],
  web: ['storefront', 'dashboard', 'checkout', 'landing', 'records'],
};

export const vehicles: Theme = {
  ...shop,
  art: 'car',
  title: 'Cars for sale',
  menu: ['Buy', 'Sell', 'Loans', 'Inspection', 'Dealers', 'Help'],
  items: [
    ['Saloon 2018', '64,000 km, automatic'],
    ['Compact 2020', '31,000 km, manual'],
    ['SUV 2017', '88,000 km, automatic'],
    ['Pick-up 2019', '52,000 km, manual'],
    ['Hatchback 2021', '18,000 km, automatic'],
    ['Estate 2016', '97,000 km, automatic'],
  ],
  amounts: [3_200_000, 14_500_000],
  action: 'Book inspection',
  web: ['results', 'storefront', 'landing', 'compare'],
};

export const print: Theme = {
  ...shop,
  title: 'Start a design',
  menu: ['Cards', 'Flyers', 'Shirts', 'Packaging', 'Stickers', 'Mugs'],
  items: [
    ['Business cards', '100 pieces'],
    ['Flyers, A5', '250 pieces'],
    ['T-shirt', 'Cotton, 6 colours'],
    ['Paper bags', '50 pieces'],
    ['Stickers', '200 pieces'],
    ['Mugs', 'From 1 piece'],
  ],
  web: ['editor', 'storefront', 'landing', 'checkout'],
};

export const food: Theme = {
  art: 'plate',
  title: 'Near you',
  menu: ['Restaurants', 'Groceries', 'Offers', 'Orders'],
  icons: ['fork', 'bag', 'heart', 'clock', 'bike', 'star'],
  items: [
    ['Jollof rice and chicken', '25-35 min'],
    ['Pounded yam and egusi', '30-40 min'],
    ['Suya platter', '20-30 min'],
    ['Amala, ewedu and gbegiri', '25-35 min'],
    ['Moi moi and pap', '15-25 min'],
    ['Fried rice and plantain', '25-35 min'],
    ['Ofada rice and ayamase', '30-40 min'],
    ['Grilled fish and chips', '35-45 min'],
  ],
  amounts: [1_800, 9_500],
  action: 'Add to order',
  phone: ['feed', 'detail', 'track', 'orders', 'welcome'],
  web: ['storefront', 'landing', 'checkout'],
};

export const homeCare: Theme = {
  ...food,
  title: 'This week',
  menu: ['Home', 'Meals', 'Laundry', 'Cleaning', 'Account'],
  icons: ['home', 'fork', 'drop', 'bag', 'clock', 'star'],
  items: [
    ['Lunch for two', '12:30, Yaba'],
    ['Laundry pick-up', '09:00, 8 kg'],
    ['House cleaning', '10:00, 3 rooms'],
    ['Dinner', '18:30, vegetarian'],
    ['Laundry return', '17:00'],
    ['Fruit box', '08:00'],
  ],
  action: 'Add a service',
  phone: ['schedule', 'feed', 'detail', 'welcome', 'chat'],
};

export const farm: Theme = {
  ...payments,
  art: 'field',
  title: 'Farms',
  menu: ['Home', 'Farms', 'Inputs', 'Loans', 'Weather', 'Market'],
  icons: ['leaf', 'drop', 'truck', 'wallet', 'map', 'bars'],
  items: [
    ['Maize, 2 hectares', 'Planted in May'],
    ['Rice, 1.5 hectares', 'Harvest in 3 weeks'],
    ['Soya, 3 hectares', 'Fertiliser due'],
    ['Cassava, 1 hectare', 'Growing'],
    ['Tomato, 0.5 hectare', 'Harvest now'],
    ['Sorghum, 2 hectares', 'Growing'],
  ],
  amounts: [45_000, 620_000],
  action: 'Add a farm',
  phone: ['feed', 'track', 'wallet', 'schedule', 'detail'],
  web: ['fleet', 'dashboard', 'landing', 'report'],
};

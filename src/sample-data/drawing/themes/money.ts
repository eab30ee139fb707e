import { savingGoals } from '../words.ts';
import type { Theme } from './theme.ts';

export const bank: Theme = {
  art: 'pattern',
  signed: true,
  title: 'Transactions',
  menu: ['Home', 'Transfers', 'Cards', 'Bills', 'Savings', 'Statements'],
  icons: ['send', 'phone', 'bolt', 'card', 'wallet', 'swap', 'cart', 'video'],
  items: [
    ['Transfer to Chioma', 'Today, 08:14'],
    ['Airtime top-up', 'Today, 07:50'],
    ['Electricity token', 'Yesterday, 19:22'],
    ['Card payment', 'Yesterday, 13:05'],
    ['Salary', '28 Sep, 09:00'],
    ['Data bundle 10 GB', '27 Sep, 21:41'],
    ['Cable TV', '26 Sep, 18:30'],
    ['Savings top-up', '25 Sep, 06:00'],
    ['School fees', '22 Sep, 10:12'],
  ],
  amounts: [1_200, 185_000],
  action: 'Send money',
  phone: ['wallet', 'amount', 'goals', 'welcome', 'spending'],
  web: ['landing', 'dashboard', 'records', 'checkout'],
};

export const savings: Theme = {
  ...bank,
  signed: false,
  title: 'Your plans',
  menu: ['Home', 'Plans', 'Invest', 'Circles', 'Account', 'Help'],
  icons: ['wallet', 'lock', 'gift', 'home', 'plane', 'cap', 'car', 'chart'],
  items: savingGoals,
  action: 'Start a plan',
  phone: ['goals', 'wallet', 'invest', 'amount', 'welcome'],
};

export const invest: Theme = {
  ...bank,
  signed: false,
  title: 'Portfolio',
  menu: ['Portfolio', 'Market', 'Orders', 'Wallet', 'Learn', 'Account'],
  icons: ['chart', 'bars', 'pie', 'building', 'globe', 'leaf', 'bolt', 'layers'],
  items: [
    ['Broad market fund', '12.40 units'],
    ['Real estate note', '6 months left'],
    ['Bank shares', '340 units'],
    ['Fixed income', 'Matures in May'],
    ['Technology fund', '4.15 units'],
    ['Energy shares', '120 units'],
    ['Treasury bills', '91 days'],
  ],
  action: 'Invest',
  phone: ['invest', 'wallet', 'goals', 'amount', 'spending'],
};

export const exchange: Theme = {
  ...invest,
  title: 'Assets',
  menu: ['Home', 'Trade', 'Assets', 'Earn', 'Cards', 'Account'],
  items: [
    ['Digital dollar', '1 to 1'],
    ['Bitcoin', 'BTC'],
    ['Ether', 'ETH'],
    ['Naira wallet', 'Available'],
    ['Solana', 'SOL'],
    ['Earn pocket', 'Paid daily'],
  ],
  action: 'Buy',
  phone: ['invest', 'amount', 'wallet', 'spending', 'welcome'],
};

export const remittance: Theme = {
  ...bank,
  title: 'Activity',
  menu: ['Home', 'Send', 'Receive', 'Convert', 'Cards', 'Account'],
  icons: ['send', 'globe', 'swap', 'down', 'card', 'users'],
  items: [
    ['From a client in Berlin', 'EUR account'],
    ['To Mum, Enugu', 'Arrived in 2 minutes'],
    ['Converted to naira', 'From USD account'],
    ['Invoice 0042 paid', 'GBP account'],
    ['To Tunde, Ibadan', 'Arrived at once'],
    ['Virtual card', 'Software subscription'],
  ],
  action: 'Send money',
  phone: ['amount', 'wallet', 'welcome', 'spending', 'chat'],
  web: ['landing', 'dashboard', 'records'],
};

export const payments: Theme = {
  ...bank,
  signed: false,
  title: 'Payments',
  menu: ['Overview', 'Payments', 'Customers', 'Payouts', 'Disputes', 'Developers', 'Settings'],
  icons: ['bars', 'card', 'users', 'send', 'shield', 'code', 'gear'],
  items: [
    ['Order 10482', 'Card'],
    ['Order 10481', 'Bank transfer'],
    ['Subscription, monthly', 'Card'],
    ['Order 10479', 'USSD'],
    ['Invoice 0391', 'Bank transfer'],
    ['Order 10476', 'Card'],
    ['Ticket, 2 seats', 'USSD'],
    ['Order 10471', 'Card'],
  ],
  amounts: [2_500, 480_000],
  action: 'New payment link',
  web: ['dashboard', 'records', 'docs', 'landing', 'checkout'],
};

import { payments } from './money.ts';
import type { Theme } from './theme.ts';

export const developer: Theme = {
  ...payments,
  title: 'Requests',
  menu: ['Overview', 'Requests', 'Messages', 'Senders', 'Keys', 'Webhooks', 'Settings'],
  icons: ['bars', 'code', 'chat', 'send', 'key', 'globe', 'gear'],
  items: [
    ['POST /messages', 'Delivered'],
    ['POST /codes', 'Delivered'],
    ['GET /accounts', '200'],
    ['POST /campaigns', 'Queued'],
    ['GET /statements', '200'],
    ['POST /codes/check', 'Delivered'],
    ['POST /mandates', '201'],
  ],
  amounts: null,
  action: 'Create key',
  web: ['docs', 'dashboard', 'landing', 'records'],
};

export const jobs: Theme = {
  ...payments,
  art: 'pattern',
  title: 'Jobs for you',
  menu: ['Find jobs', 'Companies', 'Courses', 'Saved', 'Profile'],
  items: [
    ['Customer care officer', 'Full time'],
    ['Junior accountant', 'Full time'],
    ['Product designer', 'Remote'],
    ['Sales executive', 'Full time'],
    ['Data analyst', 'Hybrid'],
    ['Front-end developer', 'Remote'],
    ['Logistics manager', 'Full time'],
  ],
  amounts: [150_000, 750_000],
  action: 'Apply',
  web: ['jobs', 'landing', 'courses'],
};

export const forum: Theme = {
  ...jobs,
  title: 'Talk of the day',
  menu: ['Front page', 'Politics', 'Business', 'Jobs', 'Technology', 'Sport', 'Romance', 'Travel'],
  items: [
    ['What did you cook this weekend?', 'Food'],
    ['Best way to learn programming in a year', 'Technology'],
    ['Traffic on the bridge this morning', 'Travel'],
    ['Show us your farm: pictures', 'Agriculture'],
    ['How I furnished a room on a small budget', 'Lifestyle'],
    ['Match thread: kick-off at 4', 'Sport'],
    ['Solar at home: what does it cost now?', 'Science'],
    ['First salary: what did you buy?', 'Jobs'],
    ['Share the view from your window', 'Pictures'],
  ],
  amounts: null,
  action: 'New topic',
  web: ['forum', 'articles'],
};

export const hospital: Theme = {
  ...payments,
  title: 'Patients today',
  menu: ['Today', 'Patients', 'Appointments', 'Pharmacy', 'Laboratory', 'Billing', 'Reports'],
  icons: ['calendar', 'users', 'clock', 'drop', 'pulse', 'card', 'bars'],
  items: [
    ['Follow-up visit', 'Room 2, 09:00'],
    ['Blood pressure check', 'Room 1, 09:20'],
    ['Ante-natal visit', 'Room 4, 09:40'],
    ['Laboratory result', 'Room 2, 10:00'],
    ['Vaccination', 'Room 3, 10:15'],
    ['First visit', 'Room 1, 10:30'],
  ],
  amounts: [5_000, 62_000],
  action: 'Admit patient',
  phone: ['plan', 'schedule', 'chat', 'track', 'welcome'],
  web: ['patient', 'dashboard', 'records', 'landing'],
};

export const school: Theme = {
  art: 'pattern',
  title: 'Your courses',
  menu: ['Courses', 'Live classes', 'Assignments', 'Community', 'Certificates'],
  icons: ['cap', 'book', 'video', 'check', 'trophy', 'chat'],
  items: [
    ['Fractions and decimals', '12 lessons'],
    ['Living things', '9 lessons'],
    ['Introduction to Python', '24 lessons'],
    ['Essay writing', '8 lessons'],
    ['Product design basics', '18 lessons'],
    ['Electricity', '11 lessons'],
    ['Data with spreadsheets', '16 lessons'],
    ['Public speaking', '6 lessons'],
  ],
  amounts: null,
  action: 'Continue',
  phone: ['lesson', 'quiz', 'courses', 'schedule', 'lobby'],
  web: ['courses', 'landing', 'classroom', 'dashboard'],
};

export const data: Theme = {
  ...payments,
  art: 'landscape',
  title: 'Spending by sector',
  menu: ['Overview', 'Budgets', 'States', 'Projects', 'Reports', 'Open data'],
  icons: ['pie', 'bars', 'map', 'building', 'file', 'globe'],
  items: [
    ['Education', 'Approved'],
    ['Health', 'Approved'],
    ['Roads and bridges', 'Under review'],
    ['Water supply', 'Approved'],
    ['Agriculture', 'Approved'],
    ['Security', 'Under review'],
    ['Rural power', 'Approved'],
    ['Housing', 'Under review'],
  ],
  amounts: [120_000_000, 9_400_000_000],
  action: 'Download data',
  web: ['report', 'fleet', 'articles', 'records'],
};

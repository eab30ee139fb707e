// The texts that the product specification prescribes, each with the page that shows it. If a decision changed a
// text, this file holds the changed form. Texts of libraries that a decision removed are left out.

import { brand } from '../../src/lib/shared/page/brand.ts';

/** Addresses in the test directory. */
export interface Addresses {
  app: string;
  user: string;
  emptyUser: string;
  screenshot: string;
}

interface PageTexts {
  page: string;
  path: (addresses: Addresses) => string;
  texts: string[];
}

const everyPage = {
  bar: [
    'List your App',
    'Profile',
    'New',
    'Logout',
    'Signup',
    'Login',
    'About',
    'Terms of Service',
    'Privacy',
  ],
  foot: [
    'Terms of use',
    'Privacy Policy',
    'Feedback',
    'About',
    'English',
    `© ${new Date().getFullYear()} ${brand.name}`,
  ],
};

/** Texts of the rendered pages, independent of a login. */
export const onPages: PageTexts[] = [
  {
    page: 'home',
    path: () => '/',
    texts: [
      ...everyPage.bar,
      ...everyPage.foot,
      'Every app built in Nigeria in one place',
      'Showcase the Portfolio of apps that you have built',
      'List your Apps for others to use',
      'Gain easy Recognition through your apps',
      "Get Motivated by other people's Work",
      'Latest Apps',
      `Install ${brand.name} as an app. Installation takes less than 10 seconds`,
      'Install',
      'Your account is not yet verified.',
      'Verify account',
      'Load more Apps',
    ],
  },
  { page: 'search', path: () => '/search', texts: ['Search Apps...'] },
  { page: 'search without results', path: () => '/search?q=zzzzqqqq', texts: ['No app with this name.'] },
  { page: 'search with many results', path: () => '/search?q=listing', texts: ['Load more result'] },
  {
    page: 'app',
    path: ({ app }) => app,
    texts: ['App Details', 'Latest Features', 'Edit', 'List new version', 'No apps yet'],
  },
  {
    page: 'new app',
    path: () => '/new',
    texts: [
      'Tell us about your App',
      'Basic',
      'Logo',
      'Screenshots',
      'Category',
      'Links',
      'Next',
      'Character: 0 / 120',
    ],
  },
  {
    page: 'update overview',
    path: ({ app }) => `${app}/update`,
    texts: [
      'Logo',
      'Screenshots',
      'Basic-info',
      'Category',
      'Download-links',
      'Versions',
      'List new version',
      'Delete',
      'App Versions',
      'Show all',
      'Settings',
      'Under construction',
      'Beta',
    ],
  },
  { page: 'update: logo', path: ({ app }) => `${app}/update/logo`, texts: ['Upload new logo', 'Save'] },
  {
    page: 'update: basic info',
    path: ({ app }) => `${app}/update/basic-info`,
    texts: ['App name', 'Description', 'Version', 'Website', 'Save'],
  },
  { page: 'update: category', path: ({ app }) => `${app}/update/category`, texts: ['1 of 4', 'Save'] },
  {
    page: 'update: download links',
    path: ({ app }) => `${app}/update/download-links`,
    texts: ['Play Store', 'AppStore', 'Other Store', 'Save'],
  },
  { page: 'update: one screenshot', path: ({ screenshot }) => screenshot, texts: ['Replace', 'Delete'] },
  {
    page: 'update: replace a screenshot',
    path: ({ screenshot }) => `${screenshot}/replace`,
    texts: ['Save'],
  },
  {
    page: 'update: delete a screenshot',
    path: ({ screenshot }) => `${screenshot}/delete`,
    texts: ['Delete'],
  },
  { page: 'delete app', path: ({ app }) => `${app}/delete`, texts: ['Delete'] },
  {
    page: 'new version',
    path: ({ app }) => `${app}/new`,
    texts: [
      "What's your New Version about",
      'List new version',
      'Character: 0 / 2000',
      'Choose a release type',
      'Release version',
    ],
  },
  {
    page: 'signup',
    path: () => '/signup',
    texts: [
      'Create Account',
      'Showcase your App (Portfolio)',
      'Gain Recognition',
      'Find Inspiration',
      'Password must be 8 characters or more',
      'Login',
    ],
  },
  { page: 'login', path: () => '/login', texts: ['Login', 'Create Account'] },
  {
    page: 'verify user',
    path: () => '/verify-user',
    texts: ['Verify your account', '5 minutes', 'Request new code'],
  },
  { page: 'forgot password', path: () => '/forgot-password', texts: ['Reset your password'] },
  { page: 'set password', path: () => '/set-password', texts: ['Generate strong password?'] },
  {
    page: 'password was set',
    path: () => '/set-password/success',
    texts: ['Your password was set', 'Login', 'Recommended'],
  },
  {
    page: 'change password',
    path: () => '/change-password',
    texts: ['Forgot current password?', 'Generate strong password?'],
  },
  {
    page: 'password was changed',
    path: () => '/change-password/success',
    texts: ['Your password was changed'],
  },
  {
    page: 'user',
    path: ({ user }) => user,
    texts: [
      'Ada Page',
      'Edit',
      'Update Profile',
      'No account configured',
      'App Listing',
      'User Verification',
      'Account Signup',
    ],
  },
  { page: 'user without apps', path: ({ emptyUser }) => emptyUser, texts: ['No apps yet'] },
  { page: "a user's apps", path: ({ user }) => `${user}/apps`, texts: ['Ada Apps', 'Load more'] },
  { page: "a user's apps, none", path: ({ emptyUser }) => `${emptyUser}/apps`, texts: ['No apps yet'] },
  { page: 'profile hub', path: () => '/profile/update', texts: ['Picture', 'Basic-info', 'Social-info'] },
  {
    page: 'profile: basic info',
    path: () => '/profile/update/basic-info',
    texts: ['Update basic info', 'Basic info'],
  },
  {
    page: 'profile: social info',
    path: () => '/profile/update/social-info',
    texts: ['Update social info', 'Social info'],
  },
  { page: 'terms', path: () => '/terms', texts: ['Coming soon', 'Nigeria'] },
  { page: 'privacy', path: () => '/privacy', texts: ['Coming soon'] },
  {
    page: 'about',
    path: () => '/about',
    texts: ['Free', 'Variant', 'Reach', 'Instant distribution', 'Collaboration', 'Work in progress'],
  },
  {
    page: '404',
    path: () => '/no/such/page',
    texts: [`${brand.name} cannot find this page. Go back one step`, 'Go back one step'],
  },
];

/** The text on the home page of an empty directory. */
export const onEmptyHome = `No Apps listed on ${brand.name} yet. Be the first to register your app.`;

/** Texts that a script shows to the owner in place of the public ones. */
export const forOwners: { path: (addresses: Addresses) => string; text: string }[] = [
  { path: ({ user }) => `${user}/apps`, text: 'Your Apps' },
  { path: ({ emptyUser }) => `${emptyUser}/apps`, text: 'You have no Apps created yet.' },
];

/** Texts that scripts show to a logged-in user. */
export const inBrowser = {
  wizard: [
    'Upload your App logo',
    'Upload Screenshots of your app',
    'Select a category for your App',
    'Add Links to download your app',
  ],
  maximum: 'Maximum',
  linkFields: ['Website', 'External link', 'App Store link', 'Play Store link'],
  leave: {
    title: 'Form not submitted',
    text: 'You will be redirected to the home page. Do you want to Proceed?',
    buttons: ['Yes, go to home page', 'No, Stay on Page'],
  },
  loggedOut: 'You are not logged in',
  picture: ['Change Profile Picture', 'Save'],
  basicInfo: ['Write about yourself', 'Your mobile number', 'Your Address'],
  socialInfo: { placeholder: /^Your .+ link$/, more: 'Add more' },
};

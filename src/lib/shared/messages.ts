// Runs anywhere. Sentences shown to people; the product specification's own are kept to the letter.
import { brand } from './brand.ts';

export const messages = {
  carousel: [
    'Every app built in Nigeria in one place',
    'Showcase the Portfolio of apps that you have built',
    'List your Apps for others to use',
    'Gain easy Recognition through your apps',
    "Get Motivated by other people's Work",
  ],
  install: {
    banner: `Install ${brand.name} as an app. Installation takes less than 10 seconds`,
    action: 'Install',
  },
  home: {
    title: 'Latest Apps',
    empty: `No Apps listed on ${brand.name} yet. Be the first to register your app.`,
    networkError: 'Network Error. Unable to Fetch Apps.',
    failed: 'Something went wrong. Unable to Fetch Apps.',
    more: 'Load more Apps',
    unverified: 'Your account is not yet verified.',
    verify: 'Verify account',
  },
  search: { placeholder: 'Search Apps...', none: 'No app with this name.', more: 'Load more result' },
  app: { nameTaken: 'This app name exist', noOtherApps: 'No apps yet' },
  user: {
    noApps: 'No apps yet',
    noAppsOfList: 'You have no Apps created yet.',
    noAccounts: 'No account configured',
    more: 'Load more',
    timelineUnknown: 'Timeline not understood. Pls send a feedback',
  },
  errors: {
    page: 'Oops. Sorry, an unexpected error has occurred',
    boundary: 'Something went wrong',
    tryAgain: 'Try again',
    server: 'Unable to process request',
    login: 'Kindly login to proceed',
    connection: 'Check your internet connection',
    network: 'Oops. Network Error',
  },
  notFound: {
    title: 'Page not found',
    text: `${brand.name} cannot find this page. Go back one step and try again.`,
    action: 'Go back one step',
  },
  newest: 'Back to the newest',
  loadingMore: 'Loading more',
  loadedMore: 'More have been added to the list',
  signup: {
    done: 'Signup successful',
    failed: 'Error occurred creating your account',
    invalid: 'Signup data is not valid',
    unauthorized: 'Invalid signup details',
  },
  login: {
    done: 'Login successful',
    refused: 'Invalid login credentials',
    invalid: 'Login credentials are not valid',
  },
  verifyUser: {
    done: 'User verification successful',
    failed: 'Unable to complete request',
    codeSent: 'A new verification code has been sent to your email',
  },
  forgotPassword: { done: 'PasswordReset successful', invalid: 'PasswordReset credentials are not valid' },
  resetCode: { done: 'Password reset verification successful', invalid: 'This reset code is not valid' },
  setPassword: {
    done: 'PasswordReset successful',
    refused: 'This password reset is not valid any more. Request a new code.',
  },
  changePassword: { invalid: 'ChangePassword credentials are not valid' },
  password: {
    hint: 'Password must be 8 characters or more',
    mismatch: 'Passwords do not match',
    tooShort: 'Passwords must contain 8 or more characters',
    generate: 'Generate strong password?',
    generated: 'Strong Password Generated',
  },
  alerts: { success: 'Successful', error: 'Error', warning: 'Warning', info: 'Info' },
  comingSoon: 'Coming soon',
} as const;

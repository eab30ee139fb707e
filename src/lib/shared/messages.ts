// Runs anywhere. Sentences shown to people; the product specification's own are kept to the letter.
import { brand } from './brand.ts';
import { limits } from './limits.ts';
import { hasOwnDomains, socialHost, type SocialNetwork } from './social-networks.ts';

const phoneExample = 'Write it like 0803 123 4567 or +234 803 123 4567.';

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
  search: {
    placeholder: 'Search Apps...',
    none: 'No app with this name.',
    more: 'Load more result',
    close: 'Did you mean',
    closeCategories: 'Categories with such a name',
    browse: 'Browse by category',
    all: 'Show all apps',
  },
  browse: { none: 'No app matches these filters', clear: 'Clear filters' },
  app: {
    nameTaken: 'This app name exist',
    missing: 'There is no such app.',
    screenshotMissing: 'There is no such screenshot.',
    noOtherApps: 'No apps yet',
    removedTitle: 'Listing removed',
    removed: 'This listing was removed by the operator.',
    ownerClosed: 'The account that listed it was closed.',
    appeal: 'If you think that this is a mistake, write to',
  },
  user: {
    noApps: 'No apps yet',
    noAppsOfList: 'You have no Apps created yet.',
    noAccounts: 'No account configured',
    noContacts: 'No contact details shown',
    more: 'Load more',
    timelineUnknown: 'Timeline not understood. Pls send a feedback',
  },
  errors: {
    page: 'Oops. Sorry, an unexpected error has occurred',
    boundary: 'Something went wrong',
    tryAgain: 'Try again',
    server: 'Unable to process request',
    reference: (id: string) =>
      `Nothing that you typed is lost. Try again. If it fails again, write to ${brand.contactEmail} and name ${id}.`,
    storage: 'This cannot be stored at this moment. Nothing was changed. Try again in a few minutes.',
    away: 'The directory does not answer at this moment. Try again in a few seconds.',
    busy: 'Too many people are here at this moment. Try again in a few seconds.',
    reading:
      'This network has read 1,200 pages of people and apps in ten minutes. Wait a few minutes and try again.',
    login: 'Kindly login to proceed',
    connection: 'Check your internet connection',
    network: 'Oops. Network Error',
  },
  notFound: {
    title: 'Page not found',
    text: `${brand.name} cannot find this page. Go back one step and try again.`,
    action: 'Go back one step',
    home: 'Go to the home page',
    search: 'Search for an app',
  },
  offline: {
    title: 'You are offline',
    text: 'There is no connection, and this browser has no copy of this page. Pages that you have read can still be opened.',
    draft: 'Nothing is lost: your draft is saved. It is there again with the connection.',
    saved: 'Saved pages',
  },
  newest: 'Back to the newest',
  loadingMore: 'Loading more',
  loadedMore: 'More have been added to the list',
  signup: {
    done: 'Signup successful',
    title: 'Create Account',
    slides: [
      {
        title: 'Showcase your App (Portfolio)',
        text: 'One address with everything you have built, to send to anyone.',
      },
      { title: 'Gain Recognition', text: 'People who search for an app find the one who built it.' },
      { title: 'Find Inspiration', text: 'See what others around you are building.' },
    ],
    emailHint: 'Nobody sees it before you verify it.',
    showEmail: 'Show my email on my page',
    failed: 'Error occurred creating your account',
    invalid: 'Signup data is not valid',
    unauthorized: 'Invalid signup details',
  },
  login: {
    closed: `This account was closed by the operator. Write to ${brand.contactEmail} if you think that this is a mistake.`,
    title: 'Login',
    done: 'Login successful',
    notKept: 'Your browser does not let this site keep your login. Allow it to store data, then try again.',
    loggedIn: 'You are logged in as',
    refused: 'Invalid login credentials',
    invalid: 'Login credentials are not valid',
  },
  verifyUser: {
    title: 'Verify your account',
    already: 'Your account is verified.',
    resend: 'Request new code',
    done: 'User verification successful',
    failed: 'Unable to complete request',
    passwordNext: 'Now choose a password for your account.',
    codeSent: 'A new verification code has been sent to your email',
  },
  forgotPassword: {
    title: 'Reset your password',
    done: 'PasswordReset successful',
    sent: 'If the address has an account, a code is on its way to it.',
    invalid: 'PasswordReset credentials are not valid',
  },
  resetCode: {
    title: 'Enter your reset code',
    done: 'Password reset verification successful',
    invalid: 'This reset code is not valid',
    refused:
      'This code is wrong, has run out, or was asked for on another device. Enter it where you asked for it, or request a new one.',
  },
  setPassword: {
    title: 'Set a new password',
    done: 'PasswordReset successful',
    success: 'Your password was set',
    invalid: 'SetPassword credentials are not valid',
    refused: 'This password reset is not valid any more. Request a new code.',
  },
  changePassword: {
    title: 'Change password',
    done: 'Password change successful',
    success: 'Your password was changed',
    invalid: 'ChangePassword credentials are not valid',
  },
  password: {
    hint: 'Password must be 8 characters or more',
    mismatch: 'Passwords do not match',
    tooShort: 'Passwords must contain 8 or more characters',
    generate: 'Generate strong password?',
    generated: 'Strong Password Generated',
  },
  alerts: { success: 'Successful', error: 'Error', warning: 'Warning', info: 'Info' },
  appForms: {
    linkNeeded: 'Add at least one valid link.',
    tooManyScreenshots: 'Only 4 images can be uploaded',
    created: 'App created successful',
    deleted: 'App Deleted successfully',
    logoUpdated: 'App logo update successful',
    infoUpdated: 'App info update successful',
    screenshotAdded: 'Screenshot upload successful',
    screenshotUpdated: 'App screenshot update successful',
    screenshotDeleted: 'App screenshot delete successful',
    categoryUpdated: 'App category update successful',
    linksUpdated: 'App update successful',
    versionAdded: 'Version update successful',
    versionHint: "This corrects the current release; a new one is listed under 'List new version'.",
    deleteInvalid: 'Unable to delete this App. Kindly fix any errors and re-submit',
    linksLogin: 'Kindly login to update your Profile',
    linksInvalid: 'Unable to perform update. Kindly fix any form errors and re-submit',
    linksFailed: 'Network Error',
    versionFailed: 'Error occurred updating your app details',
    versionRefused: 'You are not authorized to perform this action',
    versionInvalid: 'Version update form is not valid',
    categoriesFailed: 'Error fetching categories',
    categoriesFailedHint: 'Check your network connection',
    releaseType: 'Choose a release type',
  },
  pictures: {
    unreadable: 'This image cannot be read. Upload a .jpg, .jpeg or .png file.',
    tooLarge: 'This image is larger than 5 MB. Choose a smaller one.',
    allTooLarge: 'These images are larger than 25 MB together. Use smaller images.',
    cropLogo:
      'This picture is no square. Drag the square, or move it with the arrow keys, to the part to show.',
    cropFace: 'Drag the square, or move it with the arrow keys, to where your face is.',
    cropLoading: 'Loading the square ...',
    middleUsed:
      'The square to choose a part with could not be loaded. The middle of the picture is used; with a connection, choose the picture again.',
  },
  wizard: {
    steps: {
      basic: { name: 'Basic', title: 'Tell us about your App' },
      logo: { name: 'Logo', title: 'Upload your App logo' },
      screenshots: { name: 'Screenshots', title: 'Upload Screenshots of your app' },
      category: { name: 'Category', title: 'Select a category for your App' },
      links: { name: 'Links', title: 'Add Links to download your app' },
    },
    leaveTitle: 'Form not submitted',
    leaveText: 'You will be redirected to the home page. Do you want to Proceed?',
    leave: 'Yes, go to home page',
    stay: 'No, Stay on Page',
    loggedOut: 'You are not logged in',
    loggedOutNote: 'Your draft will be saved. Log in, then come back to finish.',
    unverifiedNote: 'Verify your account to list this app. Your draft stays as it is.',
    saved: 'Draft saved',
    notSaved: 'Your browser does not keep the draft. Finish without closing this page.',
    nothingLost: 'Nothing is lost: your draft is saved.',
  },
  policy: {
    unverified: 'Your account is not yet verified. Verify your account to list and change apps.',
    notOwner: 'Only the owner of this app can change it.',
  },
  verifyFirst: {
    picture: 'Verify your account to show a picture.',
    data: 'Verify your account to download your data.',
    handle: 'Verify your account to choose one.',
  },
  profile: {
    handleRule: "Use 3 to 30 of the letters a to z, digits and '-'.",
    handleReserved: 'This address is reserved. Choose another one.',
    handleTaken: 'This address is taken. Choose another one.',
    handlesHeld: (held: number, days: number) =>
      `You hold ${held} short addresses, with those of before. Take one of them back, or wait ${days} ${days === 1 ? 'day' : 'days'} until the oldest is free.`,
    socialJson: 'Send the social links as JSON: an object from network name to address.',
    socialHost: (network: SocialNetwork) =>
      hasOwnDomains(network)
        ? `Enter the address of a web page, such as https://${socialHost(network)}/@you.`
        : `Enter the address of a page on ${socialHost(network)}.`,
    socialMost: `Use ${limits.socialLinks} social links at most.`,
    phone: {
      tooShort: `This phone number is too short. ${phoneExample}`,
      tooLong: `This phone number is too long. ${phoneExample}`,
      notANumber: `This is not a number. ${phoneExample}`,
      invalidCountry: 'Choose a country, or begin with + and its calling code.',
    },
    notOwn: 'Only its owner can change a profile.',
    verifyFirst:
      'Your account is not yet verified. Verify your account to use a picture, a short address or an export.',
    updated: 'Update successful',
    failed: 'Unable to process request',
    missing: 'There is no such user.',
    notPublic: 'Your page is public once your account is verified. Nobody else can see it until then.',
  },
  ownData: {
    wrongPassword: 'This is not your password.',
    exported: 'Your data is on its way to your downloads',
    collecting: 'We are collecting your data. You get a mail when it is ready, and can close this page.',
    progress: (done: number, total: number) =>
      `${done.toLocaleString('en')} of ${total.toLocaleString('en')} listings`,
    ready: 'Your data is ready. Enter your password to download it.',
    underWay: 'Your data is being downloaded already. Wait until that has ended, or cancel it.',
    downloadOver: 'This download has run out. Enter your password again.',
    deleted: 'Account deleted successfully',
    invalid: 'Unable to process request',
  },
  sessions: {
    title: 'Where you are logged in',
    missing: 'This login has ended already.',
    ended: 'That login was ended',
    othersEnded: 'All other logins were ended',
  },
  needsScript: 'This form needs JavaScript. Turn it on in your browser, then load the page again.',
  comingSoon: 'Coming soon: the reviewed text. This is the draft that holds until then.',
} as const;

/** What is said of a listing that the operator has removed. @param reason as the operator wrote it */
export function sentenceOfRemoval(reason: string): string {
  return `${messages.app.removed} Reason: ${reason} ${messages.app.appeal} ${brand.contactEmail}.`;
}

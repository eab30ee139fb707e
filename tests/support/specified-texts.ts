// The texts that the product specification prescribes, each tied to where people meet it. Where a decision changed one
// (a name in place of 'the product', a draft text), the changed form stands here. Texts of libraries that a decision
// dropped are left out.
import { brand } from '../../src/lib/shared/page/brand.ts';

/** Addresses of the directory that the tests of these texts make. */
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

const draftNotice = 'Coming soon: the reviewed text. This is the draft that holds until then.';

/** Found in what the server renders, whether somebody is logged in or not. */
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
  { page: 'terms', path: () => '/terms', texts: [draftNotice, 'Nigeria'] },
  { page: 'privacy', path: () => '/privacy', texts: [draftNotice] },
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

/** As `onPages`, of a directory that has nothing in it. */
export const onEmptyHome = `No Apps listed on ${brand.name} yet. Be the first to register your app.`;

/** Shown to the owner in place of what everybody sees, by the script that knows who is logged in. */
export const forOwners: { path: (addresses: Addresses) => string; text: string }[] = [
  { path: ({ user }) => `${user}/apps`, text: 'Your Apps' },
  { path: ({ emptyUser }) => `${emptyUser}/apps`, text: 'You have no Apps created yet.' },
];

/**
 * What is said of something that happened: the module that says it, the name of the text in `messages`, and the text.
 * With a status it is what that module says of that answer.
 */
export const inModules: [module: string, name: string, text: string, status?: 400 | 401 | 'other'][] = [
  ['islands/account/SignupForm.tsx', 'signup.done', 'Signup successful'],
  ['islands/account/SignupForm.tsx', 'signup.failed', 'Error occurred creating your account', 'other'],
  ['islands/account/SignupForm.tsx', 'signup.unauthorized', 'Invalid signup details', 401],
  ['islands/account/SignupForm.tsx', 'signup.invalid', 'Signup data is not valid', 400],
  ['islands/account/LoginForm.tsx', 'login.done', 'Login successful'],
  ['islands/account/LoginForm.tsx', 'login.refused', 'Invalid login credentials', 401],
  ['islands/account/LoginForm.tsx', 'login.invalid', 'Login credentials are not valid', 400],
  ['islands/account/VerifyUserForm.tsx', 'verifyUser.done', 'User verification successful'],
  ['islands/account/VerifyUserForm.tsx', 'verifyUser.failed', 'Unable to complete request', 'other'],
  [
    'islands/account/ResendCode.tsx',
    'verifyUser.codeSent',
    'A new verification code has been sent to your email',
  ],
  ['islands/account/ForgotPasswordForm.tsx', 'login.refused', 'Invalid login credentials', 401],
  [
    'islands/account/ForgotPasswordForm.tsx',
    'forgotPassword.invalid',
    'PasswordReset credentials are not valid',
    400,
  ],
  ['islands/account/ForgotPasswordForm.tsx', 'forgotPassword.done', 'PasswordReset successful'],
  ['islands/account/ResetCodeForm.tsx', 'resetCode.done', 'Password reset verification successful'],
  ['islands/account/SetPasswordForm.tsx', 'setPassword.done', 'PasswordReset successful'],
  [
    'islands/account/ChangePasswordForm.tsx',
    'changePassword.invalid',
    'ChangePassword credentials are not valid',
    400,
  ],
  ['islands/forms/StrongPassword.tsx', 'password.generated', 'Strong Password Generated'],
  ['lib/shared/schemas/accounts.ts', 'password.mismatch', 'Passwords do not match'],
  ['lib/shared/schemas/accounts.ts', 'password.tooShort', 'Passwords must contain 8 or more characters'],
  ['islands/app/wizard/BasicStep.tsx', 'app.nameTaken', 'This app name exist'],
  ['islands/app/AppFieldsForm.tsx', 'app.nameTaken', 'This app name exist'],
  ['islands/app/wizard/use-create-app.tsx', 'appForms.created', 'App created successful'],
  ['islands/app/wizard/use-create-app.tsx', 'errors.server', 'Unable to process request', 'other'],
  ['islands/app/DeleteAppForm.tsx', 'appForms.deleted', 'App Deleted successfully'],
  ['islands/app/DeleteAppForm.tsx', 'errors.login', 'Kindly login to proceed', 401],
  [
    'islands/app/DeleteAppForm.tsx',
    'appForms.deleteInvalid',
    'Unable to delete this App. Kindly fix any errors and re-submit',
    400,
  ],
  ['islands/app/DeleteAppForm.tsx', 'errors.network', 'Oops. Network Error', 'other'],
  ['islands/pictures/LogoForm.tsx', 'appForms.logoUpdated', 'App logo update successful'],
  ['islands/app/AppFieldsForm.tsx', 'appForms.infoUpdated', 'App info update successful'],
  ['islands/pictures/ScreenshotsForm.tsx', 'appForms.screenshotAdded', 'Screenshot upload successful'],
  ['islands/pictures/use-add-pictures.ts', 'appForms.tooManyScreenshots', 'Only 4 images can be uploaded'],
  ['islands/pictures/ScreenshotsForm.tsx', 'appForms.screenshotUpdated', 'App screenshot update successful'],
  ['islands/app/DeletePartForm.tsx', 'appForms.screenshotDeleted', 'App screenshot delete successful'],
  ['islands/app/CategoryForm.tsx', 'appForms.categoryUpdated', 'App category update successful'],
  ['islands/app/CategoryChoice.tsx', 'appForms.categoriesFailed', 'Error fetching categories'],
  ['islands/app/CategoryChoice.tsx', 'appForms.categoriesFailedHint', 'Check your network connection'],
  ['islands/app/AppFieldsForm.tsx', 'appForms.linksUpdated', 'App update successful'],
  ['islands/app/AppFieldsForm.tsx', 'appForms.linksLogin', 'Kindly login to update your Profile', 401],
  [
    'islands/app/AppFieldsForm.tsx',
    'appForms.linksInvalid',
    'Unable to perform update. Kindly fix any form errors and re-submit',
    400,
  ],
  ['islands/app/AppFieldsForm.tsx', 'appForms.linksFailed', 'Network Error', 'other'],
  ['islands/releases/NewVersionForm.tsx', 'appForms.versionAdded', 'Version update successful'],
  [
    'islands/releases/NewVersionForm.tsx',
    'appForms.versionFailed',
    'Error occurred updating your app details',
    'other',
  ],
  [
    'islands/releases/NewVersionForm.tsx',
    'appForms.versionRefused',
    'You are not authorized to perform this action',
    401,
  ],
  ['islands/releases/NewVersionForm.tsx', 'appForms.versionInvalid', 'Version update form is not valid', 400],
  ['islands/forms/refusal.ts', 'errors.server', 'Unable to process request', 'other'],
  ['islands/profile/PictureForm.tsx', 'profile.updated', 'Update successful'],
  ['islands/profile/BasicInfoForm.tsx', 'profile.updated', 'Update successful'],
  ['islands/profile/SocialInfoForm.tsx', 'profile.updated', 'Update successful'],
  ['islands/forms/refusal.ts', 'errors.connection', 'Check your internet connection'],
  ['islands/forms/refusal.ts', 'errors.network', 'Oops. Network Error'],
  ['components/ui/Pagination.astro', 'home.networkError', 'Network Error. Unable to Fetch Apps.'],
  ['layouts/AppList.astro', 'home.failed', 'Something went wrong. Unable to Fetch Apps.'],
  ['components/ui/Boundary.astro', 'errors.boundary', 'Something went wrong'],
  ['components/ui/Alert.astro', 'errors.tryAgain', 'Try again'],
  [
    'components/user/TimelineEntries.astro',
    'user.timelineUnknown',
    'Timeline not understood. Pls send a feedback',
  ],
  ['lib/server/edge/gateway/refusals.ts', 'errors.page', 'Oops. Sorry, an unexpected error has occurred'],
];

export const alertTitles = { success: 'Successful', error: 'Error', warning: 'Warning', info: 'Info' };

/** Met only once a script has drawn the form, or something was pressed: by a person who is logged in. */
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

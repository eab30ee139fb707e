// Messages of accounts and profiles.
import { hasOwnDomains, networks, type SocialNetwork } from '../addresses/social-networks.ts';
import { limits } from '../schemas/limits.ts';

const phoneExample = 'Write it like 0803 123 4567 or +234 803 123 4567.';

export const accountMessages = {
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
    emailHint: 'Nobody can see it until you verify it.',
    failed: 'Error occurred creating your account',
    invalid: 'Signup data is not valid',
    unauthorized: 'Invalid signup details',
  },
  login: {
    closed: (contactEmail: string) =>
      `This account was closed by the operator. Write to ${contactEmail} if you think that this is a mistake.`,
    title: 'Login',
    done: 'Login successful',
    notKept: 'Your browser does not let this site store your login. Allow it to store data, then try again.',
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
    sentBefore: (seconds: number) =>
      `A code was sent less than a minute ago. Enter that one, or request another in ${String(seconds)} s.`,
    codeSent: 'A new verification code has been sent to your email',
    continueDraft: 'Continue your draft',
  },
  forgotPassword: {
    title: 'Reset your password',
    done: 'PasswordReset successful',
    sent: 'If there is an account for this address, a code is on its way.',
    invalid: 'PasswordReset credentials are not valid',
  },
  resetCode: {
    title: 'Enter your reset code',
    done: 'Password reset verification successful',
    invalid: 'This reset code is not valid',
    refused:
      'This code is wrong or has expired. If you asked for it on another device, enter your email as well, or request a new one.',
    emailHint: 'Only needed if you asked for the code on another device.',
  },
  setPassword: {
    title: 'Set a new password',
    done: 'PasswordReset successful',
    success: 'Your password was set',
    invalid: 'SetPassword credentials are not valid',
    refused: 'This password reset is no longer valid. Request a new code.',
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
  verifyFirst: {
    picture: 'Verify your account to show a picture.',
    data: 'Verify your account to download your data.',
    handle: 'Verify your account to choose one.',
    factors: 'Verify your account to add a second factor.',
    tokens: 'Verify your account to make a token.',
    lists: 'Verify your account to make a list.',
  },
  profile: {
    handleRule: "Use 3 to 30 of the letters a to z, digits and '-'.",
    handleReserved: 'This address is reserved. Choose another one.',
    handleTaken: 'This address is taken. Choose another one.',
    handlesHeld: (held: number, days: number) =>
      `You hold ${held} short addresses, including earlier ones. Go back to one of them, or wait ${days} ${days === 1 ? 'day' : 'days'} until the oldest is released.`,
    socialJson: 'Send the social links as JSON: an object from network name to address.',
    socialHost: (network: SocialNetwork) =>
      hasOwnDomains(network)
        ? `Enter the address of a web page, such as https://${networks[network].hosts[0]}/@you.`
        : `Enter the address of a page on ${networks[network].hosts[0]}.`,
    socialMost: `Use ${limits.socialLinks} social links at most.`,
    phone: {
      tooShort: `This phone number is too short. ${phoneExample}`,
      tooLong: `This phone number is too long. ${phoneExample}`,
      notANumber: `This is not a number. ${phoneExample}`,
      invalidCountry: 'Choose a country, or begin with + and its calling code.',
    },
    notOwn: 'You can only change your own profile.',
    verifyFirst:
      'Your account is not yet verified. Verify your account to use a picture, a short address or an export.',
    updated: 'Update successful',
    missing: 'There is no such user.',
    showOnPage: 'Show on my page',
    onlyYou: 'Only you see it',
    notPublic: 'Your page is public once your account is verified. Nobody else can see it until then.',
  },
  ownData: {
    wrongPassword: 'This password is wrong.',
    exported: 'Your data is being downloaded',
    deleted: 'Account deleted successfully',
  },
  sessions: {
    title: 'Where you are logged in',
    missing: 'This login has already ended.',
    ended: 'That login was ended',
    othersEnded: 'All other logins were ended',
  },
} as const;

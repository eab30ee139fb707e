import { hasOwnDomains, networks, type SocialNetwork } from '../addresses/social-networks.ts';
import { limits } from '../schemas/limits.ts';

const phoneExample = 'Write it like 0803 123 4567 or +234 803 123 4567.';

export const accountMessages = {
  signUp: 'Create Account',
  login: {
    closed: (contactEmail: string) =>
      `This account was closed by the operator. Write to ${contactEmail} if you think that this is a mistake.`,
    title: 'Login',
    notKept: 'Your browser does not let this site store your login. Allow it to store data, then try again.',
    refused: 'Invalid login credentials',
  },
  verifyUser: {
    already: 'Your account is verified.',
    sentBefore: (seconds: number) =>
      `A code was sent less than a minute ago. Enter that one, or request another in ${String(seconds)} s.`,
  },
  wrongResetCode:
    'This code is wrong or has expired. If you asked for it on another device, enter your email as well, or request a new one.',
  password: {
    hint: 'Password must be 8 characters or more',
    mismatch: 'Passwords do not match',
    tooShort: 'Passwords must contain 8 or more characters',
  },
  profile: {
    handleRule: "Use 3 to 30 of the letters a to z, digits and '-'.",
    handleReserved: 'This address is reserved. Choose another one.',
    handleTaken: 'This address is taken. Choose another one.',
    handlesHeld: (held: number, days: number) =>
      `You hold ${held} short addresses, including earlier ones. Go back to one of them, or wait ${days} ${days === 1 ? 'day' : 'days'} until the oldest is released.`,
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
    verifyFirst:
      'Your account is not yet verified. Verify your account to use a picture, a short address or an export.',
    updated: 'Update successful',
    missing: 'There is no such user.',
    showOnPage: 'Show on my page',
  },
} as const;

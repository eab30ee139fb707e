/** The refusals of weak passwords. */
export const weakPasswords = {
  common: 'This password is among the most common ones. Choose another.',
  ownWord: 'This password is easy to guess from your name, your email or this site. Choose another.',
};

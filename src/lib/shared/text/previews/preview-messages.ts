// Sentences of 'Paste an address'. Only the part of the wizard that looks loads them, so they are not in `messages`.

export const previewMessages = {
  notAnAddress: 'This is not the address of a public website. Paste one such as https://myapp.ng.',
  off: 'This site does not look at other sites: its operator has turned that off.',
  running: 'Another address is being looked at for you. Wait until that is done.',
  noName: 'The name of the app was not found.',
  category: 'Categories',
  existing: 'This app is listed already:',
  existingHint: 'If it is yours and somebody else has listed it, prove that on its page.',
  found: 'Found and filled in',
  nothing: 'Nothing was found. Fill in the form by hand.',
  lookOver: 'Look at every field before you list the app: you can change all of them.',
  from: (source: string) => `from ${source}`,
  useInstead: 'Use this',
  pictures: 'Choose the pictures of your app:',
  logo: 'Logo',
  screenshot: (number: number) => `Picture ${String(number)}`,
  use: { logo: 'Use as logo', screenshot: 'Use as screenshot' },
  used: { logo: 'Used as logo', screenshot: 'Used as screenshot' },
} as const;

// Sentences of 'Paste an address'. Only the part of the wizard that looks loads them, so they are not in `messages`.

export const previewMessages = {
  notAnAddress: 'This is not the address of a public website. Paste one such as https://myapp.ng.',
  off: 'This site does not look at other sites: its operator has turned that off. Fill in the form by hand.',
  running: 'Another address is being looked at for you. Wait until that is done.',
  noName: 'The name of the app was not found.',
} as const;

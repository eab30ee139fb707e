export const appMessages = {
  appForms: {
    linkNeeded: 'Add at least one valid link.',
    tooManyScreenshots: 'Only 4 images can be uploaded',
    created: 'App created successful',
    foreignSuccessor: 'This address is on another site. Enter the address of an app in this directory.',
    ownSuccessor: 'An app cannot replace itself. Enter the address of another app.',
    circularSuccessor: 'That app is itself replaced by this one. Enter the address of another app.',
    successorOfActive: 'Only a discontinued app can name the app that replaces it.',
    linksUpdated: 'App update successful',
    featureNeeded: 'Say what is new in this version.',
  },
  pictures: {
    unreadable: 'This image cannot be read. Upload a .jpg, .jpeg or .png file.',
    tooLarge: 'This image is larger than 5 MB. Choose a smaller one.',
    cropLogo:
      'This picture is not square. Drag the square, or move it with the arrow keys, to choose the part to show.',
  },
  loggedOut: 'You are not logged in',
  policy: {
    full: (limit: number) => `You have reached the limit of ${limit} apps. Write to us if you need more.`,
    unverified: 'Your account is not yet verified. Verify your account to list and change apps.',
    notOwner: 'Only the owner of this app can change it.',
  },
} as const;

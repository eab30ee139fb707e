export const appMessages = {
  appForms: {
    linkNeeded: 'Add at least one valid link.',
    tooManyScreenshots: 'Only 4 images can be uploaded',
    created: 'App created successful',
    deleted: 'App Deleted successfully',
    screenshotDeleted: 'App screenshot delete successful',
    noSuccessor: 'There is no public app at this address.',
    foreignSuccessor: 'This address is on another site. Enter the address of an app in this directory.',
    ownSuccessor: 'An app cannot replace itself. Enter the address of another app.',
    circularSuccessor: 'That app is itself replaced by this one. Enter the address of another app.',
    successorOfActive: 'Only a discontinued app can name the app that replaces it.',
    factsNote: 'All optional. People ask about these before they install an app.',
    linksUpdated: 'App update successful',
    featureNeeded: 'Say what is new in this version.',
    releaseDeleted: 'Release delete successful',
  },
  pictures: {
    unreadable: 'This image cannot be read. Upload a .jpg, .jpeg or .png file.',
    tooLarge: 'This image is larger than 5 MB. Choose a smaller one.',
    cropLogo:
      'This picture is not square. Drag the square, or move it with the arrow keys, to choose the part to show.',
    cropLoading: 'Loading the square...',
    middleUsed:
      'The cropping tool could not be loaded, so the middle of the picture is used. To crop it, choose the picture again when you are online.',
  },
  wizard: {
    loggedOut: 'You are not logged in',
    promote: 'Promote',
  },
  policy: {
    full: (limit: number) => `You have reached the limit of ${limit} apps. Write to us if you need more.`,
    unverified: 'Your account is not yet verified. Verify your account to list and change apps.',
    notOwner: 'Only the owner of this app can change it.',
  },
} as const;

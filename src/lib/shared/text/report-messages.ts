// Messages of reports, appeals and answers. They are not part of `messages`, which every page loads.
export const reportMessages = {
  noSubject: 'Open the page that you want to report, and press Report there.',
  noRequest: 'There is no report to confirm. Send the report again.',
  wrongCode: 'This code is wrong, already used, or expired. Check the mail, or send the report again.',
  verifyFirst: 'Verify your email address first, or log out and send it with a mailed code.',
  notLoaded: 'A part of this page did not load. Enter your name and email address, or reload the page.',
  missing: 'This cannot be reported: it is not, or no longer, on the site.',
  ownSubject: 'This is yours: you can change or delete it yourself.',
  twice: (number: string) => `You have already reported this for the same reason. Your report is ${number}.`,
  noFollowUp: 'There is no such report. Open the link of the mail again.',
  noAppeal: 'There is no such appeal. Open the link of the mail again.',
  appealed: 'An appeal against this decision has already been sent.',
  appealTooLate: 'The time for an appeal has ended.',
  noAnswer: 'There is no such question. Open the link of the mail again.',
  crossSite: 'This form was sent from another site. Open it on this site and send it again.',
} as const;

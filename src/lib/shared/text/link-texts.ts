// Texts about the links of an app.
export const linkTexts = {
  title: 'Your links',
  waiting: 'Fetching what we know of your links...',
  off: 'This site does not look at links: its operator has turned that off.',
  none: 'The app has no links that we could look at.',
  note: 'We look at each link once a week.',
  good: (checked: string): string => `Answered on ${checked}.`,
  unlooked: (next: string): string => `First check on ${next}.`,
  unknown: (next: string): string => `We cannot say whether people reach it. We look again on ${next}.`,
  failing: (since: string, next: string): string =>
    `Has not answered since ${since}. Nobody but you is told yet. We look again on ${next}.`,
  dead: (since: string, next: string): string =>
    `Has not answered since ${since}, and the page of your app says so. We look again on ${next}.`,
  moved: (to: string): string => `It has moved for good, to ${to}`,
  takeOver: 'Use the new address',
  takingOver: 'Changing...',
  takenOver: 'Changed. We look at the new address within an hour.',
  deadOnPage: 'This link has not answered since',
  checked: 'Checked',
};

// Texts about the links of an app.
export const linkTexts = {
  title: 'Your links',
  waiting: 'Loading your links...',
  off: 'This site does not check links: its operator has turned that off.',
  none: 'The app has no links to check.',
  note: 'We check each link once a week.',
  good: (checked: string): string => `Working when we checked on ${checked}.`,
  unlooked: (next: string): string => `First check on ${next}.`,
  unknown: (next: string): string => `We cannot tell whether it works for people. Next check on ${next}.`,
  failing: (since: string, next: string): string =>
    `Has not answered since ${since}. Only you can see this for now. Next check on ${next}.`,
  dead: (since: string, next: string): string =>
    `Has not answered since ${since}, and the page of your app says so. Next check on ${next}.`,
  moved: (to: string): string => `It has moved permanently, to ${to}`,
  takeOver: 'Use the new address',
  takingOver: 'Changing...',
  takenOver: 'Changed. We check the new address within an hour.',
  deadOnPage: 'This link has not answered since',
  checked: 'Checked',
};

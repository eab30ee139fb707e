export const linkTexts = {
  title: 'Your links',
  deadOnPage: 'This link has not answered since',
  checked: 'Checked',
};

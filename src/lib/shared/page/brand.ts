// Holds everything that another operator would rename.
export const brand = {
  /** Short form, shown in the navigation bar. */
  name: 'NaijaBuilt',
  /** Full form, shown in titles and share cards. */
  title: 'NaijaBuilt: apps built in Nigeria',
  tagline: 'Every app built in Nigeria in one place',
  description:
    'A public directory and portfolio of web, mobile, desktop and game apps built in Nigeria. Browse and search them, or list your own for free.',
  contactEmail: 'hello@naijabuilt.example',
  language: 'English',
  country: 'Nigeria',
  /** Colours of the browser's own bars. The page takes its colours from styles/tokens.css. */
  themeColour: { light: '#fbfaf6', dark: '#0e1512' },
} as const;

// Keys of local storage that the script in the head and the script of every page share.

/** The chosen theme: 'light' or 'dark'. Without it the page follows the system. */
export const themeKey = 'theme';

/** The data saver: 'on' or 'off'. Without it the page follows the browser (Save-Data). */
export const saverKey = 'data-saver';

// Keys of local storage that the script in the head and the script of every page share.

/** Local-storage key of the chosen theme: 'light', 'dark', or nothing to follow the system. */
export const themeKey = 'theme';

/** Local-storage key of the data saver: 'on', 'off', or nothing to do as the browser says (Save-Data). */
export const saverKey = 'data-saver';

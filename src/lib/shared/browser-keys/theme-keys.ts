// Keys of local storage for what the head's script and the script of every page both read. Apart from the head's script, whose
// text the other one would carry along.

/** Local-storage key of the chosen theme: 'light', 'dark', or nothing to follow the system. */
export const themeKey = 'theme';

/** Local-storage key of the data saver: 'on', 'off', or nothing to do as the browser says (Save-Data). */
export const saverKey = 'data-saver';

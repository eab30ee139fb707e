// Keys of local storage, where nothing else is said.

/** The access token. Somebody is logged in while it is set. */
export const loginKey = 'login_token';
export const refreshKey = 'refresh_token';

/** Id of the last session that was ended on purpose in this browser. Other tabs then keep nothing that was typed. */
export const leftKey = 'left_login';

/** The account that signed up in this browser and is not verified yet. */
export const pendingKey = 'pending_account';

/** A key of unsaved changes is this prefix, the id of their account, a colon, and the name of their form. */
export const draftPrefix = 'draft:';

/** The texts of an app that is not listed yet. */
export const draftKey = 'new_app_draft';

/** The saved apps of an account, or of a visitor who is not logged in (''). */
export const savedAppsKey = (owner: string): string => `saved:${owner}`;

/** Hearts that were pressed before the script that saves apps had come: the ids of their apps, and whether to save. */
export const pressedHeartsKey = 'hearts';

/** Event of the window: a heart was pressed. */
export const heartPressed = 'heart';

/** How many news the account has not seen, in session storage. */
export const unseenKey = 'unseen';

/** How many pages the tab has shown, in session storage. */
export const seenPagesKey = 'seen_pages';

/** What a guest typed into a form that waits for a code, in session storage. */
export const typedFormKey = 'typed_form';

/** The chosen theme: 'light' or 'dark'. Without it the page follows the system. */
export const themeKey = 'theme';

/** The data saver: 'on' or 'off'. Without it the page follows the browser (Save-Data). */
export const saverKey = 'data-saver';

/** 'off' turns the single-letter keys of the desk off. */
export const deskKeysKey = 'desk-keys';

/** Id of the announcement that was closed last. */
export const closedAnnouncementKey = 'closed_announcement';

// Runs anywhere. Where the browser keeps a session (local storage). Somebody is logged in while the login key is there.
export const loginKey = 'login_token';
export const refreshKey = 'refresh_token';
/** Id of the session that was last ended on purpose in this browser: other tabs then keep nothing that was typed into them. */
export const leftKey = 'left_login';
/** The account that was signed up here and is not verified yet. */
export const pendingKey = 'pending_account';

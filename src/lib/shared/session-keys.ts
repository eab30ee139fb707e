// Runs anywhere. Where the browser keeps a session (local storage). Somebody is logged in while the login key is there.
export const loginKey = 'login_token';
export const refreshKey = 'refresh_token';
/** The account that was signed up here and is not verified yet. */
export const pendingKey = 'pending_account';

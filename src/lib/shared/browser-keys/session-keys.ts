// Local-storage keys of the session. Somebody is logged in while the login key is set.
export const loginKey = 'login_token';
export const refreshKey = 'refresh_token';
/** Id of the last session that was ended on purpose in this browser. Other tabs then keep nothing of what was typed. */
export const leftKey = 'left_login';
/** The account that signed up in this browser and is not verified yet. */
export const pendingKey = 'pending_account';

// Runs anywhere. The one inline script of the site. The HTTP entry allows exactly these bytes by their hash in the
// Content-Security-Policy, so whoever renders it must not change a character.
import { loginKey } from './session-keys.ts';

/** Local-storage key of the chosen theme: 'light', 'dark', or nothing to follow the system. */
export const themeKey = 'theme';

/**
 * Runs before the first paint: marks the page as scripted, applies a chosen theme so that the other one never flashes, and
 * notes whether somebody is logged in (`data-account`: 'verified' or 'unverified'), so that nothing moves when the scripts
 * of the page arrive. Reading local storage throws where a person has blocked it.
 */
export const themeScript = `(function(d){d.classList.add('js');try{var s=localStorage,t=s.getItem('${themeKey}');if(t==='light'||t==='dark')d.dataset.theme=t;t=s.getItem('${loginKey}');if(t)d.dataset.account=JSON.parse(atob(t.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).is_verified?'verified':'unverified'}catch(e){}})(document.documentElement)`;

// Runs anywhere. The one inline script of the site. The HTTP entry allows exactly these bytes by their hash in the
// Content-Security-Policy, so whoever renders it must not change a character.

/** Local-storage key of the chosen theme: 'light', 'dark', or nothing to follow the system. */
export const themeKey = 'theme';

/**
 * Runs before the first paint: marks the page as scripted, and applies a chosen theme so that the other one never flashes.
 * Reading local storage throws where a person has blocked it.
 */
export const themeScript = `(function(d){d.classList.add('js');try{var t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')d.dataset.theme=t}catch(e){}})(document.documentElement)`;

// Runs anywhere. The one inline script of the site. The HTTP entry allows exactly these bytes by their hash in the
// Content-Security-Policy, so whoever renders it must not change a character.
import { loginKey } from '../browser-keys/session-keys.ts';
import { saverKey, themeKey } from '../browser-keys/theme-keys.ts';

/** Stands in the place of a picture that waits for a tap: one clear pixel. */
export const placeholder = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/**
 * Takes the addresses off each picture as it comes into the page. All load lazily, so none is on its way yet. One with a letter is left
 * without any address: browsers then draw the letter.
 */
const holdPictures = `function(l){if('saver'in d.dataset)l.forEach(function(r){r.addedNodes.forEach(function(n){if(n.matches)[n].concat([].slice.call(n.querySelectorAll('source,img'))).forEach(function(e){if(e.matches('picture>*')&&!('held'in e.dataset)){e.dataset.held='';['src','srcset'].forEach(function(k){var v=e.getAttribute(k);if(v){e.dataset[k]=v;e.removeAttribute(k)}});if(e.localName==='img'&&!e.dataset.letter)e.src='${placeholder}'}})})})}`;

/** Asks for the page's first picture now: the picture itself is lazy, and would wait for the layout and behind the scripts. */
const askForFirst = `if(d.dataset.first){s=document.createElement('link');s.rel='preload';s.as='image';s.type='image/avif';s.imageSrcset=d.dataset.first;s.imageSizes=d.dataset.firstSizes;s.fetchPriority='high';document.head.appendChild(s)}`;

/** Notes the phone's system (`data-system`), whose store is the one to download from. */
const markSystem = `d.dataset.system=(/android|iphone|ipad|ipod/i.exec(navigator.userAgent)||[''])[0].toLowerCase().replace(/^ip.*/,'ios')`;

/**
 * Asks for the page's scripts (scripts/late-scripts.ts) when it has been drawn and the browser has nothing else to do; after a second
 * where nobody looks at it, or nothing tells of drawing.
 */
const loadLate = `var late=function(){late=null;document.querySelectorAll('script[data-src]').forEach(function(e){import(e.dataset.src).catch(function(){fail()})})},soon=function(){late&&late()};addEventListener('DOMContentLoaded',function(){try{new PerformanceObserver(function(){(window.requestIdleCallback||setTimeout)(soon)}).observe({type:'paint',buffered:true})}catch(e){}setTimeout(soon,1e3)})`;

/** Whether the login of this tab has just ended by itself, which the page then says (lib/client/session/ended-login.ts). */
const noteEnded = `if(!t&&(t=sessionStorage.getItem('login-ended')))d.dataset.ended=t`;

/** Milliseconds that the scripts of a form may take. */
const patienceMs = 15_000;

/** Over a reload for scripts that did not come: what was typed meanwhile, by the names of the fields; no password, and no code. */
const typed = `document.querySelectorAll('astro-island[ssr] :is(input:not([type=password],[type=hidden],[type=checkbox],[type=radio],[type=file],[autocomplete=one-time-code]),textarea)')`;
const keepTyped = `try{sessionStorage.setItem('typed-early',JSON.stringify([location.pathname,[].reduce.call(${typed},function(o,f){if(f.value)o[f.name]=f.value;return o},{})]))}catch(e){}`;
const putTypedBack = `try{var p=JSON.parse(sessionStorage.getItem('typed-early'))||[];sessionStorage.removeItem('typed-early');if(p[0]===location.pathname)${typed}.forEach(function(f){f.value=f.value||p[1][f.name]||''})}catch(e){}`;

/**
 * Notes that the scripts of a form have failed or are late, which components/ui/IslandStatus.astro shows. It stands
 * here because a script that is fetched cannot report that scripts do not come. `data-form` is 'loading', then gone, or 'failed'.
 */
const watchForms = `var w='astro-island[ssr]',at=function(){return document.querySelector(w)||document.querySelector('[data-island-status]')&&!('enhanced'in d.dataset)},fail=function(){if(at())d.dataset.form='failed'},settle=function(){setTimeout(function(){if(!at())delete d.dataset.form})};addEventListener('astro:hydration-error',fail,true);addEventListener('astro:hydrate',settle,true);addEventListener('enhanced',settle);addEventListener('DOMContentLoaded',function(){${putTypedBack};if(at()){d.dataset.form='loading';setTimeout(fail,${patienceMs})}});addEventListener('click',function(e){if(e.target.closest&&e.target.closest('[data-load-again]')){${keepTyped};location.reload()}})`;

/**
 * Runs before the first paint: marks the page as scripted, applies a chosen theme so that the other one never flashes, and
 * notes whether somebody is logged in (`data-account`: 'verified' or 'unverified') or has just ceased to be (`data-ended`), so that
 * nothing moves when the scripts of the page arrive. Under the data saver (`data-saver`) it holds the pictures back; without it the first one is asked for. Reading local storage throws where a person has blocked it.
 */
export const themeScript = `(function(d){d.classList.add('js');${markSystem};try{var s=localStorage,t=s.getItem('${themeKey}');if(t==='light'||t==='dark')d.dataset.theme=t;t=s.getItem('${loginKey}');if(t)d.dataset.account=JSON.parse(atob(t.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).is_verified?'verified':'unverified';${noteEnded}}catch(e){}try{t=s&&s.getItem('${saverKey}')}catch(e){}if(t==='on'||t!=='off'&&(navigator.connection||{}).saveData){d.dataset.saver='';new MutationObserver(${holdPictures}).observe(d,{childList:true,subtree:true})}else ${askForFirst};${watchForms};${loadLate}})(document.documentElement)`;

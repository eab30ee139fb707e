import Bowser from 'bowser';

/** Real User-Agent headers have about 250 characters. */
const maxParsed = 512;

const systemNames: Record<string, string> = { 'Chrome OS': 'ChromeOS' };

/**
 * Browser and system of a User-Agent header, such as 'Chrome on Android'; '' for an unknown one. Returns names of the
 * parser only, never text of the header, which the client chooses.
 */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return '';
  const text = userAgent.slice(0, maxParsed);
  const parser = Bowser.getParser(text);
  const browser = known(parser.getBrowserName(), browserNames);
  const named = known(parser.getOSName(), osNames);
  const system = systemNames[named] ?? named;
  if (browser !== '' && system !== '') return `${browser} on ${system}`;
  if (browser !== '') return browser;
  return system === '' ? '' : `A browser on ${system}`;
}

const browserNames = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const osNames = new Set<string>(Object.values(Bowser.OS_MAP));

function known(name: string, names: ReadonlySet<string>): string {
  return names.has(name) ? name : '';
}

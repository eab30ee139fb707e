import Bowser from 'bowser';

/** Longer ones are made up: real ones have about 250 characters. */
const mostRead = 512;

const systemNames: Record<string, string> = { 'Chrome OS': 'ChromeOS' };

/**
 * The browser and system that a User-Agent header names, for the owner of the session: 'Chrome on Android'. Only names
 * that the parser knows are taken over, never text of the header, because whoever logs in chooses that text. '' where
 * nothing is known.
 */
export function describeDevice(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return '';
  const text = userAgent.slice(0, mostRead);
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

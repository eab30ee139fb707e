import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';

/** With or without a scheme: 'https://site/app/my-app', 'site/app/my-app'. */
const address = /^(?:https?:)?\/\/([^/?#]*)|^([^/?#]+)\/app\//i;

const hostOf = (url: string): string => url.toLowerCase().replace(/^www\./, '');

/**
 * @param typed an address, a path, a name_id or an id
 * @returns the name_id or id; '' for none
 * @throws AppError 400 for an address of another site, whose path may be that of an app here by chance
 */
export function readSuccessor(typed: string, siteUrl: string): string {
  const [, withScheme, bare] = address.exec(typed) ?? [];
  const host = withScheme ?? bare;
  if (host !== undefined && hostOf(host) !== hostOf(new URL(siteUrl).host)) {
    const sentence = messages.appForms.foreignSuccessor;
    throw new AppError(400, sentence, { replaced_by: sentence });
  }
  return typed
    .replace(/[?#].*$/, '')
    .replace(/^(?:https?:)?\/\/[^/]*/i, '')
    .replace(/^(?:.*\/)?app\//, '')
    .replace(/^\/+|\/+$/g, '');
}

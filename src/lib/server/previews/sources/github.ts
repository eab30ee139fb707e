// A public repository, by GitHub's API.
import { outboundBytes } from '../../platform/outbound/outbound.ts';
import { attemptIn, type Look } from '../look.ts';
import { decodeText } from '../page/decode-text.ts';
import { isObject, parseJson, textOf, textsOf, type JsonObject } from '../page/json.ts';
import { resolved } from './page-pictures.ts';
import { sentenceOfStatus, type ReadSource } from './source.ts';

const source = 'github';
const accept = 'application/vnd.github+json';

export const readRepository: ReadSource = async ({ look, findings, services }, { id, url }) => {
  look.onStep('Asking GitHub');
  const api = `${services.github}/repos/${id}`;
  const answer = await attemptIn(look, () => look.get(api, { maxBytes: outboundBytes.page, accept }));
  if (answer === null) return null;
  if (answer.status !== 200) {
    look.problems.push(
      answer.status === 404
        ? 'GitHub has no public repository at this address.'
        : answer.status === 403
          ? sentenceOfStatus('GitHub', 429)
          : sentenceOfStatus('GitHub', answer.status),
    );
    return null;
  }
  const repository = parseJson(decodeText(answer.body));
  if (!isObject(repository) || textOf(repository['name']) === '') {
    look.problems.push('GitHub answered something that cannot be read.');
    return null;
  }
  findings.add('name', nameOf(textOf(repository['name'])), source);
  findings.add('description', textOf(repository['description']), source);
  findings.add('website', textOf(repository['homepage']), source);
  const topics = textsOf(repository['topics']);
  findings.addCategories(topics, source);
  findings.add('platform', platformOf(topics), source);
  const { owner } = repository;
  const avatar = isObject(owner) ? resolved(textOf(owner['avatar_url']), url) : null;
  if (avatar !== null) findings.addPicture({ kind: 'logo', url: avatar, source });
  const release = await readRelease(look, api);
  findings.add('version', textOf(release?.['tag_name']).replace(/^v(?=\d)/i, ''), source);
  // The API follows a repository that was renamed.
  const named = textOf(repository['html_url']);
  const isAtGitHub = /^https:\/\/github\.com\/[\w-]+\/[\w.-]+$/.test(named);
  findings.add('external_link', isAtGitHub ? named : url, isAtGitHub ? source : 'address');
  return isAtGitHub ? named : url;
};

/** 'kuda-pay_app' reads 'Kuda pay app'; a name with capitals stays. */
function nameOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return /[A-Z]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

function platformOf(topics: readonly string[]): string | undefined {
  const has = (pattern: RegExp): boolean => topics.some((topic) => pattern.test(topic));
  if (has(/^(?:game|videogame|unity-game|godot-game)$/)) return 'game';
  if (has(/^(?:android|ios|android-app|ios-app|mobile-app|flutter-app|react-native-app)$/)) return 'mobile';
  if (has(/^(?:desktop|desktop-app|electron|electron-app|tauri-app)$/)) return 'desktop';
  return has(/^(?:webapp|web-app|pwa|website)$/) ? 'web' : undefined;
}

/** Many repositories have no release, which is no problem. */
async function readRelease(look: Look, api: string): Promise<JsonObject | null> {
  look.onStep('Asking GitHub for its newest release');
  const answer = await attemptIn(look, () =>
    look.get(`${api}/releases/latest`, { maxBytes: outboundBytes.page, accept }),
  );
  if (answer?.status !== 200) return null;
  const release = parseJson(decodeText(answer.body));
  return isObject(release) ? release : null;
}

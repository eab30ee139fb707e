import { proofPlaces, proofRefusals } from '../../../shared/schemas/proofs.ts';
import { outboundBytes, type Outbound } from '../../platform/outbound/outbound.ts';
import { lookAt } from './look.ts';
import { ProofRefusal } from './proof-refusal.ts';

interface LookedRepository {
  outbound: Outbound;
  token: string;
  /** As somebody typed it, or as it was proved. */
  repository: string;
  /** Texts of which the repository has to name one: the domain of the listing, or its address here. */
  wanted: readonly string[];
}

/** @returns `owner/name`. @throws ProofRefusal */
export function readRepository(text: string): string {
  const [, owner, name] =
    /^(?:https:\/\/)?(?:www\.)?(?:github\.com\/)?([a-z\d](?:[a-z\d-]{0,38}))\/([\w.-]{1,100}?)(?:\.git)?\/?$/i.exec(
      text.trim(),
    ) ?? [];
  if (owner === undefined || name === undefined || /^\.+$/.test(name))
    throw new ProofRefusal(proofRefusals.noRepository);
  return `${owner}/${name}`;
}

/** @returns the repository, such as github.com/busha/app. @throws ProofRefusal */
export async function checkRepository({
  outbound,
  token,
  repository,
  wanted,
}: LookedRepository): Promise<string> {
  const name = readRepository(repository.replace(/^github\.com\//, ''));
  const shown = `github.com/${name}`;
  // HEAD is the default branch. GitHub redirects from a repository that was given away to that of its new owner.
  const file = await lookAt(outbound, `https://raw.githubusercontent.com/${name}/HEAD${proofPlaces.file}`, {
    maxBytes: outboundBytes.text,
    redirects: 0,
  });
  if (file.status !== 200) throw new ProofRefusal(proofRefusals.noFileInRepository(shown));
  if (!file.body.toString('utf8').split(/\s+/).includes(token))
    throw new ProofRefusal(proofRefusals.wrongTokenInRepository(shown));
  // The page of a repository shows its website and its README.
  const page = await lookAt(outbound, `https://github.com/${name}`, {
    maxBytes: outboundBytes.page,
    accept: 'text/html',
    redirects: 0,
  });
  if (page.status !== 200) throw new ProofRefusal(proofRefusals.repositoryMissing(shown));
  const html = page.body.toString('utf8').toLowerCase();
  if (!wanted.some((text) => html.includes(text.toLowerCase())))
    throw new ProofRefusal(proofRefusals.noLinkInRepository(shown, wanted.join(' or ')));
  return shown;
}

// Looks for a proof in one of the five ways. Nothing is stored here.
import { type ProofWay, proofRefusals } from '../../shared/schemas/proofs.ts';
import { urls } from '../../shared/addresses/urls.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { domainOfLink } from './domains.ts';
import { ProofRefusal } from './ways/proof-refusal.ts';
import { checkRepository } from './ways/repository.ts';
import { developerAddress, markOfAddress, playIdOf } from './ways/store.ts';
import { checkDns, checkFile, checkMeta } from './ways/website.ts';

/** What a check needs to know of a listing. */
export interface CheckedApp {
  nameId: string;
  website: string;
  playstoreLink: string;
}

export interface Checked {
  app: CheckedApp;
  way: ProofWay;
  token: string;
  /** The repository of that way, typed or as it was proved. */
  repository: string;
  /** The mark of the address that entered the mailed code. */
  addressMark: string;
}

/** The texts of which a repository has to name one. */
export function wantedOf(siteUrl: string, { nameId, website }: CheckedApp): string[] {
  const domain = website === '' ? null : domainOfLink(website);
  return [...(domain === null ? [] : [domain]), siteUrl + urls.app(nameId)];
}

/** @returns what is proved, such as busha.co. @throws ProofRefusal */
export async function checkWay(
  { outbound, siteUrl }: { outbound: Outbound; siteUrl: string },
  { app, way, token, repository, addressMark }: Checked,
): Promise<string> {
  const website = { outbound, token, website: app.website };
  switch (way) {
    case 'file':
      return await checkFile(website);
    case 'meta':
      return await checkMeta(website);
    case 'dns':
      return await checkDns(website);
    case 'repository':
      return await checkRepository({ outbound, token, repository, wanted: wantedOf(siteUrl, app) });
    case 'store': {
      const id = playIdOf(app.playstoreLink);
      if (markOfAddress(await developerAddress(outbound, id)) !== addressMark)
        throw new ProofRefusal(proofRefusals.otherStoreAddress(id));
      return id;
    }
  }
}

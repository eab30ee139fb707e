import { createHash } from 'node:crypto';
import { proofRefusals } from '../../../shared/schemas/proofs.ts';
import { outboundBytes, type Outbound } from '../../platform/outbound/outbound.ts';
import { readPage } from '../../platform/outbound/read-page.ts';
import { lookAt } from './look.ts';
import { ProofRefusal } from './proof-refusal.ts';

/** @returns the id of an app at Google Play. @throws ProofRefusal */
export function playIdOf(link: string): string {
  const url = URL.parse(link);
  const id = url?.hostname === 'play.google.com' ? (url.searchParams.get('id') ?? '') : '';
  if (!/^[A-Za-z]\w*(?:\.\w+)+$/.test(id) || id.length > 200)
    throw new ProofRefusal(proofRefusals.noPlayLink);
  return id;
}

/** The address of the developer that a Play listing publishes. @throws ProofRefusal */
export async function developerAddress(outbound: Outbound, id: string): Promise<string> {
  const page = await lookAt(outbound, `https://play.google.com/store/apps/details?id=${id}&hl=en`, {
    // These pages hold their reviews and are larger than others.
    maxBytes: outboundBytes.picture,
    accept: 'text/html',
  });
  if (page.status !== 200) throw new ProofRefusal(proofRefusals.noStorePage(id));
  for (const { href } of readPage(page.body.toString('utf8')).anchors) {
    const [, address] = /^mailto:([^?\s]{1,64}@[a-z\d.-]{1,190})(?:\?|$)/i.exec(href) ?? [];
    if (address !== undefined) return address;
  }
  throw new ProofRefusal(proofRefusals.noStoreAddress(id));
}

/** Stored in place of the address, so that a later check can compare it. */
export const markOfAddress = (address: string): string =>
  createHash('sha256').update(`developer:${address.toLowerCase()}`).digest('hex');

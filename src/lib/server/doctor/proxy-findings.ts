// Findings about the proxy: asks the server, through SITE_URL, which client address it sees for the doctor.
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { z } from '../../shared/zod.ts';
import { canonicalAddress } from '../platform/security/client.ts';
import type { Config } from '../platform/config/config.ts';
import { doctorToken } from './doctor-token.ts';
import type { Finding } from './finding.ts';

/** An address of a documentation block (RFC 5737): it can only come from a trusted header field. */
const madeUp = '192.0.2.77';
const answerSchema = z.object({ client: z.string() });
/** Many times of what the server answers. */
const mostBytes = 10_000;

const isPrivate = (address: string): boolean =>
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
    address,
  ) || /^(?:::1|f[cd])/i.test(address);

/** An address in the form of `canonicalAddress`: IPv4, or the /64 of IPv6. */
const isAddress = (client: string): boolean => isIP(client.replace(/\/64$/, '')) !== 0;

/** @returns null where a sandbox forbids the question, as RestrictAddressFamilies of the units in deploy/ does */
function ownAddresses(): string[] | null {
  try {
    return Object.values(networkInterfaces()).flatMap((found) =>
      (found ?? []).map(({ address }) => canonicalAddress(address)),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR') return null;
    throw error;
  }
}

/** The first bytes of a body: what answers may be anything, such as an endless stream. */
async function beginningOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks).toString();
}

/**
 * @param secret the key that the server signs with
 * @param own the addresses of this machine; null where nobody can tell, so that a private address may be one of them
 */
export async function findInProxy(
  { siteUrl, trustProxy }: Pick<Config, 'siteUrl' | 'trustProxy'>,
  secret: Uint8Array,
  now: number,
  own: readonly string[] | null = ownAddresses(),
): Promise<Finding[]> {
  const subject = `SITE_URL=${siteUrl}`;
  let client: string;
  try {
    const answer = await fetch(`${siteUrl}/healthz?doctor=${doctorToken(secret, now)}`, {
      headers: { 'x-forwarded-for': madeUp, 'cache-control': 'no-cache' },
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.status !== 200) throw new Error(`status ${String(answer.status)}`);
    client = answerSchema.parse(JSON.parse(await beginningOf(answer))).client;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason =
      cause instanceof z.ZodError || cause instanceof SyntaxError
        ? 'what answers is not this server, or has another secret'
        : cause instanceof Error
          ? cause.message
          : String(cause);
    return [
      {
        subject,
        sentence: `the site did not answer there as it should (${reason}). Is it running, does its name lead here, and does its proxy lead to it?`,
      },
    ];
  }
  if (client === canonicalAddress(madeUp))
    return [
      {
        subject: 'X-Forwarded-For',
        sentence:
          'the proxy passes on what a client writes there, so everybody can pretend to be somebody else and limits hold nobody. Let it set the field to the address that it sees (deploy/ has how), or set TRUST_PROXY=off where there is no proxy.',
      },
    ];
  // The answer is not quoted, because it may be any text.
  if (!isAddress(client))
    return [
      {
        subject: 'X-Forwarded-For',
        sentence:
          'the proxy writes something there that is no address, so all visitors share one limit. Let it set the field to the address that it sees (deploy/ has how).',
      },
    ];
  if (own === null || own.includes(client) || !isPrivate(client)) return [];
  return [
    {
      subject: 'X-Forwarded-For',
      sentence: trustProxy
        ? `the proxy overwrites it with ${client}, which is no visitor, so all visitors share one limit. Let the proxy that visitors reach set it and those behind it pass it on, and name their networks in TRUST_PROXY.`
        : `all visitors come as ${client}, the proxy, and share one limit. Set TRUST_PROXY=on.`,
    },
  ];
}

// Whether this server looks at other sites. OUTBOUND_TEST makes names and addresses of this machine reachable, so that
// tests need no network; a site for people must never have it.
import { z } from 'zod';
import { onOff } from './variables.ts';

const testSettings = z.object({
  dns: z.string().regex(/^127\.[\d.]+:\d+$/),
  ca: z.string().min(1),
  port: z.number().int().min(1).max(65_535),
  addresses: z.array(z.string().regex(/^127\.[\d.]+$/)),
});

/** The address of a service, without a slash at its end. */
const service = (address: string) =>
  z
    .url({ protocol: /^https$/, error: `must be an https address, such as ${address}` })
    .transform((text) => text.replace(/\/+$/, ''))
    .default(address);

const testError =
  'is for tests only: JSON with dns, ca, port and addresses, all of which are on this machine';

export const outboundVariables = {
  OUTBOUND: onOff.default(true),
  OUTBOUND_TEST: z
    .string()
    .transform((text, context) => {
      try {
        const parsed = testSettings.safeParse(JSON.parse(text));
        if (parsed.success) return parsed.data;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
      context.addIssue({ code: 'custom', message: testError });
      return z.NEVER;
    })
    .optional(),
  APPSTORE_API: service('https://itunes.apple.com'),
  PLAYSTORE_SITE: service('https://play.google.com'),
  GITHUB_API: service('https://api.github.com'),
};

/** Where listings of stores and repositories are read, for 'Paste an address'. */
export interface ServiceAddresses {
  appStore: string;
  playStore: string;
  github: string;
}

export interface OutboundSettings {
  isOn: boolean;
  /** For tests only. */
  test: z.infer<typeof testSettings> | undefined;
}

/** @returns the settings, or the reason why the server must not start */
export function readOutbound(
  value: { OUTBOUND: boolean; OUTBOUND_TEST?: OutboundSettings['test'] },
  { siteUrl, environment }: { siteUrl: string; environment: string | undefined },
): OutboundSettings | string {
  const { OUTBOUND: isOn, OUTBOUND_TEST: test } = value;
  const isOfThisMachine = /(?:^|\.)(?:localhost|test)$|^127\./.test(new URL(siteUrl).hostname);
  if (test && (environment === 'production' || !isOfThisMachine))
    return 'OUTBOUND_TEST=…: lets other sites be faked, and is for tests only. Remove it.';
  return { isOn, test };
}

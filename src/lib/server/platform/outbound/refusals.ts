// Why a request did not go out, or brought nothing back. Each reason has a sentence for the person who asked for it.

const sentences = {
  off: () => 'This site does not open other sites: its operator has turned that off.',
  'not-an-address': () => 'This is not the address of a website.',
  'not-https': () => 'Only addresses that begin with https:// can be checked.',
  userinfo: () => 'An address with a user name or a password in it cannot be checked.',
  port: () => 'Only the usual port of https can be checked: leave the port out of the address.',
  numeric: () => 'An address made of numbers cannot be checked: use the name of the website.',
  'local-name': (host) => `${host} is a name inside a private network, not a public website.`,
  'unknown-name': (host) => `There is no website called ${host}: the name has no address.`,
  'names-unavailable': (host) => `The name servers of ${host} did not answer. Try again in a few minutes.`,
  'private-address': (host) => `${host} leads to an address in a private network, which cannot be checked.`,
  busy: (host) => `${host} was asked less than 5 seconds ago. Try again in a few seconds.`,
  slow: (host) => `${host} did not answer completely within 5 seconds.`,
  'too-large': (host) => `${host} sent a file that is too large to check.`,
  'too-many-redirects': (host) => `${host} redirected more than three times.`,
  'bad-redirect': (host) => `${host} redirected to something that is not the address of a website.`,
  'no-connection': (host) => `${host} did not accept a connection.`,
  'bad-certificate': (host) => `The certificate of ${host} is not valid, so its answer cannot be trusted.`,
  'broken-answer': (host) => `${host} broke off, or sent something that is not an HTTP answer.`,
  encoding: (host) => `${host} compressed its answer in a way that cannot be read.`,
} satisfies Record<string, (host: string) => string>;

export type OutboundReason = keyof typeof sentences;

/** A request that was not sent, or whose answer is of no use. `message` is the sentence for people. */
export class OutboundRefusal extends Error {
  readonly reason: OutboundReason;
  readonly host: string;

  constructor(reason: OutboundReason, host = '', options?: ErrorOptions) {
    super(sentences[reason](host || 'The website'), options);
    this.name = 'OutboundRefusal';
    this.reason = reason;
    this.host = host;
  }
}

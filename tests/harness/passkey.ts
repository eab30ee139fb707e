// An authenticator of passkeys in software (WebAuthn, ES256).
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

/** The few kinds of values that an attestation has (RFC 8949). */
function cbor(value: Cbor): Buffer {
  const head = (kind: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([name, inner]) => [cbor(name), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

interface Circumstances {
  origin: string;
  /** Whether the device has verified its user, by a fingerprint or a PIN. */
  isVerified?: boolean;
  counter?: number;
  /** The account that the device names; the one it was made for where left out. */
  userHandle?: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** One passkey. */
export class SoftPasskey {
  readonly id = base64url(randomBytes(16));
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  #userHandle = '';
  #counter = 0;

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }

  /** @returns the JSON text of what `navigator.credentials.create` answers */
  create({ challenge, rp, user }: CreationOptions, { origin, isVerified = true }: Circumstances): string {
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const flags = 0x41 | (isVerified ? 4 : 0);
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id ?? '', flags, 0),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      publicKey,
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, Cbor>()],
      ['authData', authData],
    ]);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    });
  }

  /** @returns the JSON text of what `navigator.credentials.get` answers */
  get(
    { challenge, rpId = '' }: RequestOptions,
    { origin, isVerified = true, counter, userHandle = this.#userHandle }: Circumstances,
  ): string {
    this.#counter = counter ?? this.#counter + 1;
    const data = this.#authenticatorData(rpId, 1 | (isVerified ? 4 : 0), this.#counter);
    const clientData = this.#clientData('webauthn.get', challenge, origin);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      },
    });
  }
}

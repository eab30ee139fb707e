// A name server on loopback. It answers every address query (A) with the same addresses, as Docker's does for the
// containers of a service, and text queries (TXT) by name. https://www.rfc-editor.org/rfc/rfc1035#section-4
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  port: number;
  stop(): Promise<void>;
}

const headBytes = 12;
const typeA = 1;

const typeText = 16;

/** The labels of a question, such as `apps.example.ng`. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  let at = headBytes;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join('.').toLowerCase();
}

/** Builds the answer record for the name in the question. */
function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc000 | headBytes, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/**
 * @param addresses the current IPv4 addresses
 * @param texts the texts of a name, each of at most 255 bytes
 */
export async function startNameServer(
  addresses: () => readonly string[],
  texts: (name: string) => readonly string[] = () => [],
): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, sender) => {
    const endOfName = question.indexOf(0, headBytes);
    const type = question.readUInt16BE(endOfName + 1);
    const asked = question.subarray(headBytes, endOfName + 5);
    const records =
      type === typeText
        ? texts(nameIn(question)).map((text) =>
            recordOf(typeText, Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])),
          )
        : (type === typeA ? addresses() : []).map((address) =>
            recordOf(typeA, Buffer.from(address.split('.').map(Number))),
          );
    const head = Buffer.alloc(headBytes);
    question.copy(head, 0, 0, 2);
    // Flags of an answer without an error.
    head.writeUInt16BE(0x8580, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, asked, ...records]), sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    async stop() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

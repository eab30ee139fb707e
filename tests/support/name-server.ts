// A name server on loopback that answers every query for addresses (A) with the same ones, as Docker's does for the
// containers of a service. https://www.rfc-editor.org/rfc/rfc1035#section-4
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  port: number;
  stop(): Promise<void>;
}

const headBytes = 12;
const typeA = 1;

/** @param addresses the current IPv4 addresses */
export async function startNameServer(addresses: () => readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, sender) => {
    const endOfName = question.indexOf(0, headBytes);
    const type = question.readUInt16BE(endOfName + 1);
    const asked = question.subarray(headBytes, endOfName + 5);
    const records = (type === typeA ? addresses() : []).map((address) => {
      const record = Buffer.alloc(16);
      // A pointer to the name that was asked for.
      record.writeUInt16BE(0xc000 | headBytes, 0);
      record.writeUInt16BE(typeA, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(4, 10);
      record.set(address.split('.').map(Number), 12);
      return record;
    });
    const head = Buffer.alloc(headBytes);
    question.copy(head, 0, 0, 2);
    // An answer, without a fault.
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

import { once } from 'node:events';
import { createConnection } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly head: string;
}

export interface Connection {
  /** One request at a time. */
  send(request: string): Promise<Answer>;
}

const headEnd = '\r\n\r\n';

/**
 * A minimal HTTP/1.1 client over one keep-alive connection. fetch takes several times the CPU time,
 * and the load shares two cores with the server.
 */
export async function connect(port: number): Promise<Connection> {
  const socket = createConnection({ host: '127.0.0.1', port, noDelay: true }).setEncoding('latin1');
  let received = '';
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk: string) => {
    received += chunk;
    const answer = readAnswer(received);
    if (!answer) return;
    received = '';
    waiting?.resolve(answer);
  });
  socket.on('close', () => waiting?.reject(new Error('The server closed a connection')));
  socket.on('error', (error) => waiting?.reject(error));
  await once(socket, 'connect');
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request, 'latin1');
      }),
  };
}

/** Undefined until the answer is complete. */
function readAnswer(text: string): Answer | undefined {
  const end = text.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length === undefined) throw new Error(`An answer without a length:\n${head}`);
  const body = text.slice(end + headEnd.length);
  return body.length < Number(length)
    ? undefined
    : { status: Number(text.slice(9, 12)), body, head };
}

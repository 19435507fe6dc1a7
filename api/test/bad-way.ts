import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: forwarded, cut off before or after the server has it, or refused on the way. */
type Fate = 'pass' | 'cut' | 'pass and cut' | [status: number, headers: Record<string, string>];

export interface BadWay {
  readonly url: string;
  /** What arrived, in order. */
  readonly seen: { readonly signature: string; readonly key: string }[];
  readonly close: () => void;
}

/** A way to the server at `baseUrl` with a fate for each request; later ones pass. */
export async function openBadWay(baseUrl: string, fates: readonly Fate[]): Promise<BadWay> {
  const seen: { signature: string; key: string }[] = [];
  const left = [...fates];
  const answerNext = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { signature = '', 'idempotency-key': key = '' } = request.headers;
    seen.push({ signature: String(signature), key: String(key) });
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const fate = left.shift() ?? 'pass';
    if (Array.isArray(fate)) {
      response.writeHead(fate[0], fate[1]).end('{"success":false,"code":"unavailable"}');
      return;
    }
    if (fate === 'cut') {
      request.socket.destroy();
      return;
    }
    const headers = new Headers(request.headers as Record<string, string>);
    for (const name of ['host', 'connection', 'content-length', 'expect']) headers.delete(name);
    const real = await fetch(baseUrl + request.url, {
      method: request.method ?? 'GET',
      headers,
      ...(body && { body }),
    });
    if (fate === 'pass and cut') {
      request.socket.destroy();
      return;
    }
    response.writeHead(real.status, Object.fromEntries(real.headers)).end(await real.text());
  };
  const server = createServer((request, response) => void answerNext(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, seen, close };
}

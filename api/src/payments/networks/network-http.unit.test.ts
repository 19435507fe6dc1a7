import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ask, sendByUndici } from './network-http.ts';

const usual = { method: 'GET', path: '/status?id=7', headers: {}, timeoutMs: 5_000 } as const;

it('sends the request as it is and reads the whole answer', async () => {
  const heard: unknown[] = [];
  const baseUrl = await networkThat((request, response) => {
    request.setEncoding('utf8').on('data', (body) => {
      heard.push([request.method, request.url, request.headers['x-key'], body]);
      response.writeHead(202).write('{"status":');
      response.end('"PENDING"}');
    });
  });
  const headers = { 'x-key': 'one' };
  const order = { ...usual, method: 'POST', body: '{"amount":1}', headers } as const;
  const answer = await ask({ ...order, baseUrl, sendHttp: sendByUndici });
  expect(answer).toMatchObject({ status: 202, json: { status: 'PENDING' } });
  expect(heard).toEqual([['POST', '/status?id=7', 'one', '{"amount":1}']]);
});

it('reads an answer with a byte order mark, and one without a body', async () => {
  const baseUrl = await networkThat((_request, response) => response.end('\ufeff{"is":1}'));
  const marked = await ask({ ...usual, baseUrl, sendHttp: sendByUndici });
  expect(marked).toMatchObject({ status: 200, json: { is: 1 } });
  const silent = await networkThat((_request, response) => response.writeHead(202).end());
  const empty = await ask({ ...usual, baseUrl: silent, sendHttp: sendByUndici });
  expect(empty).toMatchObject({ status: 202, json: null, text: '' });
});

it('gives up an answer that does not come, or not to its end, in time', async () => {
  const gone: string[] = [];
  const baseUrl = await networkThat((request, response) => {
    request.on('close', () => gone.push(request.url ?? ''));
    if (request.url === '/half') response.writeHead(200).write('{');
  });
  for (const path of ['/never', '/half']) {
    const answer = await ask({ ...usual, path, baseUrl, timeoutMs: 500, sendHttp: sendByUndici });
    expect(answer).toMatchObject({ failure: 'No answer within 0.5 s' });
  }
  await expect.poll(() => gone).toEqual(['/never', '/half']);
});

it('refuses an answer that is too large, and says what is wrong with a connection', async () => {
  const baseUrl = await networkThat((_request, response) => response.end('x'.repeat(70_000)));
  const large = await ask({ ...usual, baseUrl, sendHttp: sendByUndici });
  expect(large).toMatchObject({ failure: 'The connection broke (UND_ERR_RES_EXCEEDED_MAX_SIZE)' });
  const closing = await networkThat((request) => request.socket.destroy());
  const broken = await ask({ ...usual, method: 'POST', baseUrl: closing, sendHttp: sendByUndici });
  expect(broken).toMatchObject({ failure: expect.stringContaining('The connection broke') });
  const nobody = await ask({ ...usual, baseUrl: 'http://127.0.0.1:1', sendHttp: sendByUndici });
  expect(nobody).toMatchObject({ failure: 'The network refused the connection' });
});

async function networkThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

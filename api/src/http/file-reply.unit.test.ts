import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFile } from './file-reply.ts';

const app = fastify({ forceCloseConnections: true });
let address: string;
let isEnded = false;

beforeAll(async () => {
  app.get<{ Params: { pieces: string } }>('/:pieces', (request, reply) =>
    startFile(reply, 'text/csv', {
      fileName: 'pieces.csv',
      pieces: piecesOf(request.params.pieces),
    }),
  );
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function* piecesOf(text: string): AsyncGenerator<string> {
  try {
    for (const piece of text) {
      if (piece === '!') throw new Error('no more');
      yield piece.repeat(100_000);
    }
  } finally {
    isEnded = true;
  }
}

it('sends the chunks one after the other', async () => {
  const answer = await fetch(`${address}/abc`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="pieces.csv"');
  expect(await answer.text()).toBe('a'.repeat(100_000) + 'b'.repeat(100_000) + 'c'.repeat(100_000));
});

it('answers a failure of the first chunk like any other error', async () => {
  const answer = await fetch(`${address}/!a`);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(answer.headers.get('content-disposition')).toBeNull();
});

it('aborts the connection at a later failure, so that a partial file is not taken as complete', async () => {
  const answer = await fetch(`${address}/ab!`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

it('stops producing chunks when the reader has disconnected', async () => {
  isEnded = false;
  const stop = new AbortController();
  const answer = await fetch(`${address}/${'x'.repeat(90)}`, { signal: stop.signal });
  await answer.body?.getReader().read();
  expect(isEnded).toBe(false);
  stop.abort();
  await expect.poll(() => isEnded).toBe(true);
});

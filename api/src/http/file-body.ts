import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Only the routes of this context accept files, and they accept nothing else. */
export function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Handed on while it arrives: a file of many megabytes is never in memory as a whole.
  app.addContentTypeParser('text/csv', async (_request: unknown, payload: unknown) => payload);
}

/** The body of a request, which ends with an error where it becomes too long. */
export async function* limitedTo(maxBytes: number, body: unknown): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) return;
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new AppError('too_large');
    yield piece;
  }
}

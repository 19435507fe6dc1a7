import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file made while it is sent, so that a long one never lies in memory as a whole. */
export interface FileResult {
  /** Letters, digits, dots and hyphens only: it goes into a header as it is. */
  readonly fileName: string;
  readonly pieces: AsyncGenerator<string>;
}

/**
 * The first piece is made before anything is sent, so that a failure up to there is answered by an
 * envelope. A later one breaks the connection off: the file then cannot be taken for a whole one.
 */
export async function startFile(
  reply: FastifyReply,
  type: string,
  file: FileResult,
): Promise<Readable> {
  const first = await file.pieces.next();
  reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file.fileName}"`);
  return Readable.from(withRest(first, file.pieces));
}

async function* withRest(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

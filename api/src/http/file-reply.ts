import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that is streamed while it is generated. */
export interface FileResult {
  /** Only letters, digits, dots and hyphens, because it goes into a header unescaped. */
  readonly fileName: string;
  readonly pieces: AsyncGenerator<string | Buffer>;
}

/**
 * The first chunk is generated before anything is sent, so that an early error is still answered by
 * an envelope. A later error aborts the connection, so that the file cannot be mistaken for a
 * complete one.
 */
export async function startFile(
  reply: FastifyReply,
  type: string,
  file: FileResult,
): Promise<Readable> {
  const first = await file.pieces.next();
  reply
    .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${file.fileName}"`);
  return Readable.from(withRest(first, file.pieces));
}

async function* withRest(
  first: IteratorResult<string | Buffer, unknown>,
  rest: AsyncGenerator<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

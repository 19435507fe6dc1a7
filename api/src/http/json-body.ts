import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * JSON with two differences from Fastify's own parser: an empty body is no body (callers send the
 * JSON content type on every call, DELETE included), and keys that could reach a prototype are
 * refused by the strict schemas like any other unknown field.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(
        new AppError('validation_failed', { message: 'The request body is not valid JSON' }),
        undefined,
      );
    }
  });
}

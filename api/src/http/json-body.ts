import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * JSON with two differences from Fastify's own parser: an empty body is no body (callers send the
 * JSON content type on every call, DELETE included), and keys that could reach a prototype are
 * refused by the strict schemas like any other unknown field.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    // The signature covers the text, which is not parsed before the signature is verified.
    if (request.routeOptions.config.isSigned) return done(null, text);
    try {
      done(null, parseJson(text));
    } catch (error) {
      done(error as AppError, undefined);
    }
  });
}

export function parseJson(text: string): unknown {
  if (text.length === 0) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('validation_failed', { message: 'The request body is not valid JSON' });
  }
}

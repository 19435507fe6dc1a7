import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * JSON with three differences from Fastify's own parser: an empty body is no body (callers send the
 * JSON content type on every call, DELETE included), a key that occurs twice is refused, and keys
 * that could reach a prototype are refused by the strict schemas like any other unknown field.
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('validation_failed', { message: 'The request body is not valid JSON' });
  }
  const name = repeatedKey(text);
  if (name === null) return value;
  const message = 'Occurs more than once in the request body';
  throw new AppError('validation_failed', {
    message: `"${name}" occurs more than once in the request body`,
    fields: { [name]: message },
  });
}

/**
 * JSON.parse keeps the last of two values with one key; another program may have checked or signed
 * the first. The text must be valid JSON.
 */
function repeatedKey(text: string): string | null {
  /** The keys of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let isKeyNext = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
        open.push(new Set());
        isKeyNext = true;
        break;
      case '[':
        open.push(null);
        isKeyNext = false;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        isKeyNext = open.at(-1) != null;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (isKeyNext) {
          const name = JSON.parse(text.slice(at, end + 1)) as string;
          const names = open.at(-1);
          if (names?.has(name)) return name;
          names?.add(name);
          isKeyNext = false;
        }
        at = end;
      }
    }
  }
  return null;
}

/** The closing quote. Searched for, because an uploaded file is one string of megabytes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
}

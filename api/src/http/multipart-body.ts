import type { FastifyInstance } from 'fastify';
import { AppError, invalidField } from './app-error.ts';

const maxFileBytes = 512 * 1024;

/**
 * For the routes of this context only: they take forms and no JSON, as all others take JSON and no
 * forms. The body becomes a plain object of texts and files, for the same strict rules. Read as a
 * whole, within the route's body limit, by the parser that Node brings along: one that works on the
 * stream has to be torn down in the middle of a hostile form, and a mistake there ends the process.
 */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: { headers: { 'content-type'?: string | undefined } }, body: Buffer) =>
      readForm(request.headers['content-type'] ?? '', body),
  );
}

async function readForm(contentType: string, body: Buffer): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const [name, value] of await parseForm(contentType, body)) {
    if (values.has(name)) throw invalidField(name, `Sent more than once: ${name}`);
    if (typeof value === 'string') values.set(name, value);
    // What a browser sends for a file input that was left empty.
    else if (value.size > 0 || value.name !== '') values.set(name, await bytesOf(name, value));
  }
  // Not by assignment: a field named __proto__ has to reach the rules like any other.
  return Object.fromEntries(values);
}

async function parseForm(contentType: string, body: Buffer): Promise<FormData> {
  try {
    const headers = { 'content-type': contentType };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    throw new AppError('validation_failed', { message: 'The form could not be read' });
  }
}

async function bytesOf(name: string, file: File): Promise<Buffer> {
  if (file.size > maxFileBytes) {
    throw invalidField(name, `The file must be at most ${maxFileBytes / 1024} KB`);
  }
  return Buffer.from(await file.arrayBuffer());
}

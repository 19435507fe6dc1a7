import type { FastifyInstance } from 'fastify';
import { AppError, invalidField } from './app-error.ts';

const maxFileBytes = 512 * 1024;

/**
 * Only the routes of this context accept forms, and they accept no JSON. The body becomes a plain
 * object of texts and files, validated by the same strict schemas. It is read completely, within
 * the route's body limit, by Node's own parser: a streaming parser would have to be aborted in the
 * middle of a hostile form, and a mistake there ends the process.
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
    // Browsers send this for an empty file input.
    else if (value.size > 0 || value.name !== '') values.set(name, await bytesOf(name, value));
  }
  // Not by assignment, so that a field named __proto__ reaches the schema like any other.
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

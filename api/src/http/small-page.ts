import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';

/* Small pages beside the portal, such as the phones of the simulator. */

const html = 'text/html; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  html,
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The paths with their files in the folder, which are read once. */
export function servePage(
  app: FastifyInstance,
  { folder, files, policy }: { folder: URL; files: Record<string, string>; policy: string },
): void {
  for (const [path, file] of Object.entries(files)) {
    const content = readFileSync(new URL(file, folder));
    const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    app.get(path, async (_request, reply) => sendPage(reply, { type, policy, content }));
  }
}

interface Page {
  /** HTML if none is given. */
  readonly type?: string;
  /** Its content security policy. */
  readonly policy: string;
  readonly content: Buffer | string;
}

export function sendPage(
  reply: FastifyReply,
  { type = html, policy, content }: Page,
): FastifyReply {
  return reply
    .type(type)
    .headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(content);
}

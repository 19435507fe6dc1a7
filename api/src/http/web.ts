import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { pagePolicy } from './headers.ts';

interface WebOptions {
  readonly webDir: string;
  readonly apiBase: string;
}

const year = 31_536_000;

/** The built portal: hashed files for ever, the page itself fresh with a nonce of its own. */
export async function serveWeb(
  app: FastifyInstance,
  { webDir, apiBase }: WebOptions,
): Promise<void> {
  const template = await readFile(join(webDir, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: webDir,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webDir, 'assets'));
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${year}, immutable` : 'public, max-age=300',
      );
    },
  });

  const page = (reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(nonce, apiBase))
      .header('cache-control', 'no-store')
      .send(fillPage(template, nonce, apiBase));
  };
  app.get('/', async (_request, reply) => page(reply));
  app.setNotFoundHandler(async (request, reply) => {
    if (wantsPage(request)) return page(reply);
    throw new AppError('not_found');
  });
}

function fillPage(template: string, nonce: string, apiBase: string): string {
  const base = apiBase.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return template
    .replaceAll('__CSP_NONCE__', nonce)
    .replace(/(<meta name="sente-api-base" content=")[^"]*"/, `$1${base}"`);
}

/** Any address a person opens is a page of the portal; a missing file or API call is not. */
function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !path.startsWith('/api/') &&
    !path.startsWith('/assets/') &&
    (request.headers.accept ?? '*/*').includes('text/html')
  );
}

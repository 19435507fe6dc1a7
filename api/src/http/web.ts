import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { pagePolicy, sitePolicy } from './headers.ts';
import { readRouteFiles } from './route-files.ts';

interface WebOptions {
  readonly webDir: string;
  readonly apiBase: string;
}

const year = 31_536_000;
/** Folder of the prerendered public pages. */
const sitePages = 'pages';

/**
 * Serves the built web: hashed files cached forever, the public pages as built, and the portal with
 * a fresh nonce for every other path.
 */
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
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'index.html', `${sitePages}/**`],
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(relative(webDir, path)));
    },
  });

  const linksOf = await readRouteFiles(webDir);
  const scripts = hashesOf(template);
  const page = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(nonce, apiBase, scripts))
      .header('cache-control', 'no-store')
      .send(fillPage(template, { nonce, apiBase, links: linksOf(pathOf(request)) }));
  };
  const font = await nameOfFont(webDir);
  // For the documentation, which is not built with the web.
  if (font) app.get('/docs/inter.woff2', async (_request, reply) => reply.redirect(font));
  const built = await namesOfSitePages(webDir);
  for (const name of built) {
    app.get(name === 'index' ? '/' : `/${name}`, async (_request, reply) =>
      reply.header('content-security-policy', sitePolicy).sendFile(`${sitePages}/${name}.html`),
    );
  }
  if (!built.includes('index')) app.get('/', async (request, reply) => page(request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    if (wantsPage(request)) return page(request, reply);
    throw new AppError('not_found');
  });
}

/** They do not depend on the caller, so a browser may cache and revalidate them. */
async function namesOfSitePages(webDir: string): Promise<string[]> {
  const files = await readdir(join(webDir, sitePages)).catch(() => []);
  return files.filter((file) => file.endsWith('.html')).map((file) => file.slice(0, -5));
}

/** The Latin letters of the font of the portal. */
async function nameOfFont(webDir: string): Promise<string | null> {
  const files = await readdir(join(webDir, 'assets')).catch(() => []);
  const name = files.find((file) => /^inter-latin-wght-normal.*\.woff2$/.test(file));
  return name ? `/assets/${name}` : null;
}

function cachingOf(path: string): string {
  if (path.startsWith('assets')) return `public, max-age=${year}, immutable`;
  return path.startsWith(sitePages) ? 'no-cache' : 'public, max-age=300';
}

interface Filling {
  readonly nonce: string;
  readonly apiBase: string;
  /** Preloads the files that the page needs soon. */
  readonly links: string;
}

function fillPage(template: string, { nonce, apiBase, links }: Filling): string {
  const base = apiBase.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return template
    .replaceAll('__CSP_NONCE__', nonce)
    .replace(/(<meta name="sente-api-base" content=")[^"]*"/, `$1${base}"`)
    .replace('</head>', () => `${links}\n  </head>`);
}

/** Of the scripts that the build wrote into the page. */
function hashesOf(template: string): string[] {
  return [...template.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/**
 * Any path that a person opens is a page of the portal; a missing file or API call is not. Monitors and link
 * checkers accept anything, and so do scripts and pictures, whose paths end like a file.
 */
function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const { accept = '*/*' } = request.headers;
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/(?:api|assets)\//.test(path) &&
    (accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path)))
  );
}

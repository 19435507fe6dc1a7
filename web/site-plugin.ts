import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { build, createServer, type Plugin, type Rollup, type ViteDevServer } from 'vite';
import { filesPerRoute, loadRoutes, shellFiles } from './route-files.ts';
import type { SitePage } from './src/site-pages.tsx';

/**
 * Renders the public pages into site.html: at build time into files of the folder `pages`, which
 * the server sends for their paths, and in development on every request. Also writes the list of
 * the files that each portal route needs.
 */
export function publicSite(): Plugin {
  return {
    name: 'sente-public-site',
    enforce: 'post',
    configureServer: serveInDevelopment,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const portal = bundle['index.html'];
        if (portal?.type !== 'asset') return;
        const name = 'site.js';
        const scriptFile = this.emitFile({ type: 'asset', name, source: await bundleScript() });
        const { pages, routes } = await loadSources();
        const perRoute = filesPerRoute(bundle, routes);
        const assets = {
          script: `/${this.getFileName(scriptFile)}`,
          style: styleOf(String(portal.source)),
          portal: [
            ...shellFiles(bundle),
            ...(perRoute.find(({ path }) => path === '/login')?.files ?? []),
          ],
        };
        const html = await readTemplate();
        for (const page of pages) {
          const fileName = `pages${page.path === '/' ? '/index' : page.path}.html`;
          this.emitFile({ type: 'asset', fileName, source: fill(html, page, assets) });
        }
        for (const [fileName, source] of await checkers()) {
          this.emitFile({ type: 'asset', fileName, source });
        }
        // For the server, which preloads them in the portal's HTML.
        const source = JSON.stringify(perRoute);
        this.emitFile({ type: 'asset', fileName: '.vite/route-files.json', source });
      },
    },
  };
}

interface Assets {
  readonly script: string;
  readonly style: string;
  /** Prefetched when the user is about to open the portal. */
  readonly portal: readonly string[];
}

const sources: Assets = { script: '/src/site-main.ts', style: '/src/styles/app.css', portal: [] };

/** The same file as the portal's, so it is already cached at sign-in. */
function styleOf(portal: string): string {
  const style = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(portal)?.[1];
  if (!style) throw new Error('The page of the portal names no style');
  return style;
}

function readTemplate(): Promise<string> {
  return readFile(`${import.meta.dirname}/site.html`, 'utf8');
}

/** In one piece: as an entry of the portal's build it would become six files for four kilobytes. */
async function bundleScript(): Promise<string> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: `${import.meta.dirname}${sources.script}` },
    },
  });
  const { output } = result as Rollup.RollupOutput;
  const [chunk] = output;
  if (output.length > 1) throw new Error('The script of the public site is to be one file');
  return chunk.code;
}

/** The programs that check statements, each in one file that anybody can download, read and run. */
async function checkers(): Promise<[name: string, source: string][]> {
  const folder = `${import.meta.dirname}/../client`;
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      ssr: `${folder}/verify-statement.ts`,
    },
  });
  const { output } = result as Rollup.RollupOutput;
  const [chunk] = output;
  if (output.length > 1) throw new Error('The program that checks statements is to be one file');
  return [
    ['verify-statement.mjs', chunk.code],
    ['verify_statement.py', await readFile(`${folder}/verify_statement.py`, 'utf8')],
  ];
}

interface RenderedPage extends Omit<SitePage, 'body'> {
  readonly body: string;
}

/** Runs our own sources: the pages to render and the routes of the portal. */
async function loadSources() {
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    plugins: [react()],
    appType: 'custom',
    logLevel: 'error',
    cacheDir: 'node_modules/.vite-site',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const pages = (await load(server)).map((page) => ({ ...page, body: page.body() }));
    return { pages, routes: await loadRoutes(server) };
  } finally {
    await server.close();
  }
}

async function load(server: ViteDevServer): Promise<readonly SitePage[]> {
  const { sitePages } = await server.ssrLoadModule('/src/site-pages.tsx');
  return sitePages as readonly SitePage[];
}

function serveInDevelopment(server: ViteDevServer): void {
  server.middlewares.use((request, response, next) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    const answer = async (): Promise<void> => {
      const page = (await load(server)).find((candidate) => candidate.path === path);
      if (!page) return next();
      const filled = fill(await readTemplate(), { ...page, body: page.body() }, sources);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(await server.transformIndexHtml(path, filled));
    };
    // Other requests, mostly for files and modules, do not need the pages.
    if (!(request.headers.accept ?? '').includes('text/html')) return next();
    void answer().catch((error: unknown) => server.config.logger.error(String(error)));
  });
}

function fill(html: string, page: RenderedPage, assets: Assets): string {
  const { title, description, body } = page;
  const head = [
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Sente" />',
    '<meta property="og:locale" content="en_UG" />',
    `<meta property="og:title" content="${escape(title)}" />`,
    `<meta property="og:description" content="${escape(description)}" />`,
    '<meta name="twitter:card" content="summary" />',
    `<meta name="sente-portal" content="${assets.portal.join(' ')}" />`,
  ].join('\n    ');
  // Functions, because `replace` interprets special characters in a replacement text.
  return html
    .replace('<!--site-head-->', () => head)
    .replace('__SITE_STYLE__', assets.style)
    .replace('__SITE_SCRIPT__', assets.script)
    .replace('<!--site-body-->', () => body);
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

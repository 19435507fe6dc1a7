import { randomBytes } from 'node:crypto';
import { contract } from '@sente/contract';
import { describeAccess } from '@sente/contract/access';
import type { Endpoint } from '@sente/contract/endpoint';
import { errorCodes } from '@sente/contract/errors';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

/** /api/openapi.json for tools and /api/docs for people, both made from the contract at start. */
export function serveApiPage(
  api: FastifyInstance,
  isBuilt: (group: string, name: string) => boolean,
): void {
  const document = openApiDocument(contract, isBuilt);
  const sections = Object.entries(contract).map(([name, group]) => section(name, group, document));
  api.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document),
  );
  api.get('/docs', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      )
      .send(page(nonce, sections.join('')));
  });
}

function section(name: string, group: Record<string, Endpoint>, document: object): string {
  const title = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  const calls = Object.values(group).map((endpoint) => call(endpoint, document));
  return `<section><h2 id="${name}">${escape(title)}</h2>${calls.join('')}</section>`;
}

function call(endpoint: Endpoint, document: object): string {
  const { paths } = document as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
  const parts = [
    ['Parameters', operation['parameters']],
    ['Body', operation['requestBody']],
    ['Answer', (operation['responses'] as Record<string, unknown>)['200']],
  ] as const;
  const details = parts
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(
      ([label, value]) =>
        `<h3>${label}</h3><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`,
    );
  return `<details><summary><b class="${endpoint.method}">${endpoint.method}</b> <code>${escape(endpoint.path)}</code>
    <span>${escape(endpoint.summary)}</span>${operation['x-built'] ? '' : ' <em>not built yet</em>'}</summary>
    <p>Who may call it: ${escape(describeAccess(endpoint.access))}.</p>${details.join('')}</details>`;
}

function page(nonce: string, body: string): string {
  const contents = Object.keys(contract).map((name) => `<a href="#${name}">${escape(name)}</a>`);
  const codes = Object.entries(errorCodes).map(
    ([code, { status, message }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escape(message)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sente API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${styles}</style></head>
<body><header><h1>Sente API</h1><p>All paths stand under <code>/api</code>. Sign in with
<code>POST /Auth/login</code> and send the token as <code>Authorization: Bearer</code>. Every answer is an envelope:
<code>success</code>, <code>message</code>, <code>error</code>, <code>errors</code>, <code>data</code>; a failure adds
<code>code</code>, <code>fields</code> and <code>requestId</code>, a page of a list adds <code>meta</code>. Machine-readable:
<a href="openapi.json">openapi.json</a>.</p><nav aria-label="Sections">${contents.join(' ')}</nav></header>
<main>${body}<section><h2 id="errors">errors</h2><table><thead><tr><th scope="col">code</th>
<th scope="col">status</th><th scope="col">message</th></tr></thead><tbody>${codes.join('')}</tbody></table></section></main>
</body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const styles = `
:root{color-scheme:light dark;--line:#d9dee3;--soft:#f5f7f8;--ink:#16202a;--quiet:#55626e;--accent:#04684a}
@media(prefers-color-scheme:dark){:root{--line:#2c353d;--soft:#161c21;--ink:#e8edf1;--quiet:#9fabb6;--accent:#4fd3a5}
body{background:#0e1317}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);max-width:900px;margin:0 auto;padding:32px 20px 80px}
a{color:var(--accent)}nav{display:flex;flex-wrap:wrap;gap:4px 14px}h2{margin:36px 0 8px;text-transform:capitalize}
h3{margin:12px 0 4px;font-size:15px}em{color:var(--quiet)}code,pre{font:13px/1.5 ui-monospace,monospace}
details{border:1px solid var(--line);border-radius:8px;margin:6px 0;padding:0 14px}
summary{padding:10px 0;cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:70px;color:var(--accent)}
summary span{color:var(--quiet);margin-left:8px}pre{background:var(--soft);padding:12px;overflow:auto;border-radius:6px}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:6px 8px;text-align:left}`;

import { randomBytes } from 'node:crypto';
import { contract } from '@sente/contract';
import { describeAccess } from '@sente/contract/access';
import type { Endpoint } from '@sente/contract/endpoint';
import { errorCodes } from '@sente/contract/errors';
import type { FastifyInstance } from 'fastify';
import { openApiDocument, type GroupGuide, type GroupGuides } from './openapi.ts';

/**
 * /api/openapi.json for tools and /api/docs for people, both made from the contract when they are first
 * asked for: they take an eighth of the time of a start, and most starts are never asked.
 */
export function serveApiPage(api: FastifyInstance, guides: GroupGuides): void {
  const document = once(() => openApiDocument(contract, guides));
  const sections = once(() =>
    Object.entries(contract)
      .map(([name, group]) => section(name, group, document(), guides[name]))
      .join(''),
  );
  api.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document()),
  );
  api.get('/docs', async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
      )
      .send(page(nonce, sections()));
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function section(
  name: string,
  group: Record<string, Endpoint>,
  document: object,
  guide: GroupGuide | undefined,
): string {
  const title = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  const calls = Object.values(group).map((endpoint) => call(endpoint, document));
  const intro = guide ? guideText(guide) : '';
  const events = guide ? eventsText(guide) : '';
  return `<section><h2 id="${name}">${escape(title)}</h2>${intro}${calls.join('')}${events}</section>`;
}

function guideText({ blocks }: GroupGuide): string {
  return blocks
    .map((block) =>
      'code' in block
        ? `<pre tabindex="0">${escape(block.code)}</pre>`
        : `<p>${escape(block.text)}</p>`,
    )
    .join('');
}

function call(endpoint: Endpoint, document: object): string {
  const { paths } = document as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
  const responses = operation['responses'] as Record<string, { description: string }>;
  const parts = [
    ['Parameters', operation['parameters']],
    ['Body', operation['requestBody']],
    ['Response', responses[endpoint.status ?? 200]],
    ['Errors', refusalsIn(responses)],
  ] as const;
  const details = parts
    .filter(([, value]) => value !== undefined && Object.keys(value as object).length > 0)
    .map(([label, value]) => json(label, value));
  return `<details><summary><b class="${endpoint.method}">${endpoint.method}</b> <code>${escape(endpoint.path)}</code>
    <span>${escape(endpoint.summary)}</span></summary>
    <p>Who may call it: ${escape(describeAccess(endpoint.access))}.</p>${details.join('')}</details>`;
}

/** The events, after the calls of the group. */
function eventsText({ webhooks }: GroupGuide): string {
  return Object.entries(webhooks as Record<string, { post: Record<string, unknown> }>)
    .map(([type, { post }]) => {
      const parts = [
        ['Headers', post['parameters']],
        ['Body', post['requestBody']],
      ] as const;
      return `<details><summary><b>Event</b> <code>${escape(type)}</code>
    <span>${escape(String(post['summary']))}</span></summary>
    <p>Sent as POST to the company's webhook. ${escape(String(post['description']))}</p>${parts.map(([label, value]) => json(label, value)).join('')}</details>`;
    })
    .join('');
}

function json(label: string, value: unknown): string {
  return `<h3>${label}</h3><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`;
}

/** The error codes by status. */
function refusalsIn(responses: Record<string, { description: string }>): Record<string, string> {
  const named = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return Object.fromEntries(named.map(([status, { description }]) => [status, description]));
}

function page(nonce: string, body: string): string {
  const contents = Object.keys(contract).map((name) => `<a href="#${name}">${escape(name)}</a>`);
  const codes = Object.entries(errorCodes).map(
    ([code, { status, message }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escape(message)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sente API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${styles}</style></head>
<body><header><h1>Sente API</h1><p>All paths are relative to <code>/api</code>. Sign in with
<code>POST /Auth/login</code> and send the token as <code>Authorization: Bearer</code>; a company's own systems
<a href="#payments">sign their requests</a> instead. Every response is an envelope:
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
h3{margin:12px 0 4px;font-size:15px}code,pre{font:13px/1.5 ui-monospace,monospace}
details{border:1px solid var(--line);border-radius:8px;margin:6px 0;padding:0 14px}
summary{padding:10px 0;cursor:pointer;overflow-wrap:anywhere}summary b{display:inline-block;min-width:70px;color:var(--accent)}
summary span{color:var(--quiet);margin-left:8px}pre{background:var(--soft);padding:12px;overflow:auto;border-radius:6px}
table{border-collapse:collapse;width:100%}code{overflow-wrap:anywhere}td,th{border-bottom:1px solid var(--line);padding:6px 8px;text-align:left}`;

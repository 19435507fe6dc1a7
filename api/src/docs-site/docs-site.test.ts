import { existsSync, readFileSync } from 'node:fs';
import { bulkLineStates, bulkStates } from '@sente/contract/bulk-payouts';
import { errorCodes } from '@sente/contract/errors';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readGuides } from './guides.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});

const pages = [
  '/docs',
  '/api/docs',
  '/api/docs/companies',
  ...readGuides().map(({ slug }) => `/docs/${slug}`),
];
const bodies = new Map<string, string | null>();
/** Without anything where there is no such page. */
const bodyOf = async (path: string): Promise<string | null> => {
  const known = bodies.get(path);
  if (known !== undefined) return known;
  const { statusCode, body } = await get(path);
  bodies.set(path, statusCode === 200 ? body : null);
  return bodyOf(path);
};
const get = (url: string) => test.app.inject({ url, headers: { accept: 'text/html' } });
/** The addresses of a page that are ours, with what is behind the # in them. */
const linksIn = (html: string): string[] =>
  [...html.matchAll(/ href="([^"]*)"/g)]
    .map(([, href = '']) => href)
    .filter((href) => !/^https?:/.test(href));

describe('the documentation', () => {
  it('has the guides, test numbers and the changelog', () => {
    expect(pages).toEqual(
      expect.arrayContaining([
        '/docs/first-payment',
        '/docs/overview',
        '/docs/signing',
        '/docs/webhooks',
        '/docs/errors',
        '/docs/test-numbers',
        '/docs/api-changes',
        '/docs/changelog',
      ]),
    );
  });

  it.each(pages)('%s has one heading of its own, and no scripts but ours', async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect(statusCode).toBe(200);
    expect(body.match(/<h1/g)).toHaveLength(1);
    const policy = String(headers['content-security-policy']);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(body.match(/<script/g)).toHaveLength(2);
    expect(body.split(`<script nonce="${nonce}">`)).toHaveLength(3);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each(pages)(
    '%s has the chosen theme before anything is painted, and its switch',
    async (url) => {
      const { body } = await get(url);
      const [head = '', page = ''] = body.split('</head>');
      expect(head).toContain("'sente-theme'");
      expect(head.indexOf('<script')).toBeLessThan(head.indexOf('<style'));
      expect(page).toMatch(/<button[^>]* data-theme-switch/);
      for (const theme of ['light', 'dark']) {
        expect(head).toContain(`[data-theme='${theme}']`);
        expect(page).toContain(`Switch to ${theme} theme`);
      }
    },
  );

  it('has no dead links', async () => {
    // The portal's own pages are served by the web.
    const portal = new Set(['/', '/login']);
    const dead: string[] = [];
    for (const url of pages) {
      for (const link of new Set(linksIn((await bodyOf(url)) ?? ''))) {
        const { pathname, hash } = new URL(link, `http://a${url}`);
        if (portal.has(pathname)) continue;
        const there = await bodyOf(pathname);
        const isThere = there !== null && (!hash || there.includes(` id="${hash.slice(1)}"`));
        if (!isThere) dead.push(`${url}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
  });

  it.each(pages)('%s names the column in each cell of its tables, for phones', async (url) => {
    const { body } = await get(url);
    const cells = [...body.matchAll(/<td[^>]*>/g)].map(([cell]) => cell);
    expect(cells.filter((cell) => !/ data-column="[^"]+"/.test(cell))).toEqual([]);
    expect(body.match(/<table/g)?.length).toBe(body.match(/<table role="table"/g)?.length);
  });

  it('the files that it is made of name files that there are, and lead to those of the project nowhere', async () => {
    const missing: string[] = [];
    for (const file of ['docs/payments-api.md', 'docs/first-payment.md', 'CHANGELOG.md']) {
      const at = new URL(file, new URL('../../../', import.meta.url));
      const links = readFileSync(at, 'utf8').matchAll(/\]\(((?!https?:|\/|#)[^)]+)\)/g);
      for (const [, href = ''] of links) {
        if (!existsSync(new URL(href.split('#')[0] ?? '', at))) missing.push(`${file}: ${href}`);
      }
    }
    expect(missing).toEqual([]);
    const links = linksIn((await get('/docs/changelog')).body);
    const ofText = links.filter((link) => !link.startsWith('/') && !link.startsWith('#'));
    expect(ofText).toEqual([]);
  });

  it('begins with the first payment, then the reference, for people and for tools', async () => {
    const links = linksIn((await get('/docs')).body.split('<main>')[1] ?? '');
    expect(links.slice(0, 3)).toEqual(['/docs/first-payment', '/api/docs', '/api/v1/openapi.json']);
  });

  it('the states of a bulk payout and of its lines are in tables, all of them', async () => {
    const { body } = await get('/docs/bulk-payouts');
    const [ofBulk = '', ofLines = ''] = body.match(/<tbody.*?<\/tbody>/gs) ?? [];
    const statesIn = (table: string) =>
      [...table.matchAll(/ id="row-([\w-]+)"/g)].map(([, state]) => state);
    expect(statesIn(ofBulk)).toEqual(expect.arrayContaining([...bulkStates]));
    expect(statesIn(ofLines)).toEqual(expect.arrayContaining([...bulkLineStates]));
  });

  it('the first payment is made at this server, with a test key of the own company', async () => {
    const { body } = await get('/docs/first-payment');
    expect(body).toContain('SENTE_URL=https://portal.example.test');
    expect(body).toContain('snt_test_ch_');
    expect(body).not.toMatch(/superadmin|npm start|localhost:3000/);
  });

  it('the first payment is in each language below each other, for a script to choose one', async () => {
    const { body } = await get('/docs/first-payment');
    const languages = [...body.matchAll(/data-language="(\w+)"/g)].map(([, name]) => name);
    const each = ['Python', 'PHP', 'Node', 'curl'];
    expect(languages).toEqual([...each, ...each, ...each]);
    expect(body).not.toMatch(/<div class="language"[^>]* hidden/);
  });

  it('the calls of the portal have a page for each group, and those of systems the first one', async () => {
    const { body } = await get('/api/docs/companies');
    expect(body).toContain('<details class="call" id="companies.create">');
    const { statusCode, headers } = await get('/api/docs/payments');
    expect([statusCode, headers.location]).toEqual([302, '/api/docs#payments']);
    expect((await get('/api/docs/nothing')).statusCode).toBe(404);
    // Three megabytes of schemas were too much for a phone.
    expect((await get('/api/docs')).body.length).toBeLessThan(500_000);
  });

  it('a page that does not exist is not found, and leads to others', async () => {
    const { statusCode, headers, body } = await get('/docs/nothing');
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>Page not found</h1>');
    expect(linksIn(body)).toContain('/docs/first-payment');
  });

  it('offers the clients as files', async () => {
    const file = await get('/docs/files/sente_client.py');
    expect(file.headers['content-disposition']).toBe('attachment; filename="sente_client.py"');
    expect(file.body).toContain('class SenteClient');
  });
});

describe('the search of the documentation', () => {
  const found = async (words: string) =>
    (await get(`/docs/search?q=${encodeURIComponent(words)}`)).body;
  const search = async (words: string) => (await found(words)).replaceAll(/<\/?mark>/g, '');

  it('finds sections, calls and codes', async () => {
    expect(await search('nonce signature')).toContain('href="/docs/signing"');
    expect(await search('payouts')).toContain('POST /api/v1/Payments/payouts');
    expect(await search('OUT_OF_STOCK')).toContain('out_of_stock (409)');
    expect(await search('payment.succeeded')).toContain('href="/api/docs#event-payment.succeeded"');
    expect(await search('refuses')).toContain('href="/docs/test-numbers"');
  });

  it('leads to the very row or heading', async () => {
    const leads = async (words: string) => linksIn((await search(words)).split('<main>')[1] ?? '');
    expect((await leads('idempotency'))[0]).toBe('/docs/orders#idempotency');
    expect(await leads('idempotency')).toContain('/api/docs#error-idempotency_key_reused');
    expect((await leads('WRONG_PIN'))[0]).toBe('/docs/orders#row-WRONG_PIN');
    const addresses = new Set(
      readGuides().flatMap(({ sections }) => sections.map((each) => each.address)),
    );
    const codes = Object.keys(errorCodes).map((code) => `/api/docs#error-${code}`);
    const missing: string[] = [];
    for (const address of [...addresses, ...codes]) {
      const [path = '', id] = address.split('#');
      if (id && !(await bodyOf(path))?.includes(` id="${id}"`)) missing.push(address);
    }
    expect(missing).toEqual([]);
  });

  it('is only its results for the field, without a page around them', async () => {
    const { body } = await get('/docs/search?q=payouts&part=main');
    expect(body).toMatch(/^<main>.*<ul class="found">.*<\/main>$/s);
    expect(body).toContain('href="/api/docs#payments.createPayout"');
  });

  it('says that nothing has it, and repeats no markup', async () => {
    const body = await search('<b>zebra</b>');
    expect(body).toContain('Nothing found for “&#60;b&#62;zebra&#60;/b&#62;”');
    expect(body).toContain('href="/docs/first-payment"');
    expect(body).not.toContain('<b>zebra');
  });

  it('marks what it found', async () => {
    expect(await found('nonce')).toContain('<mark>nonce</mark>');
    expect(await found('Minutes OFF')).toContain('<mark>minutes</mark> <mark>off</mark>');
  });

  it('asks for words', async () => {
    expect(await search(' ')).toContain('Type what you look for.');
  });
});

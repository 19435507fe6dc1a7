import { readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { changelogPages } from './changelog.ts';
import { codeBox, escape, languagesBox, tableBox } from './docs-page.ts';
import { sectionsOf, type Section } from './guide-sections.ts';
import { depthOf, pagesOf, parted, rowId, slugOf, wholePage, type Source } from './guide-source.ts';
import { byLanguage } from './languages.ts';
import { testNumbersPage } from './test-numbers.ts';

export interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** What can be copied into a project. */
export const clientFiles = [
  'sente-client.ts',
  'sente_client.py',
  'SenteClient.php',
  'sente.sh',
  'example.ts',
  'shop.ts',
  'shop.html',
  'forward-events.ts',
];

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The files whose text is here. */
const pageOfFile: Readonly<Record<string, string>> = {
  'payments-api.md': 'overview',
  'first-payment.md': 'first-payment',
  'CHANGELOG.md': 'changelog',
};

/** The address in the files, which stands for that of the server. */
const anyServer = 'http://localhost:3000';

/** From the files in docs/, which are read on their own as well; their examples call the server that shows them. */
export function readGuides(server = anyServer): Guide[] {
  const readDocs = (path: string): string => read(path).replaceAll(anyServer, server);
  const [overview, ...rest] = pagesOf(readDocs('docs/payments-api.md'));
  const sources = [
    ...(overview ? [overview] : []),
    wholePage(readDocs('docs/first-payment.md')),
    ...rest,
    testNumbersPage(),
    ...changelogPages(read('CHANGELOG.md')),
  ];
  const pageOf = new Map(
    sources.flatMap(({ slug, tokens }) => [
      [slug, slug] as const,
      ...tokens
        .filter((token) => depthOf(token) > 0)
        .map((token) => [slugOf((token as Tokens.Heading).text), slug] as const),
    ]),
  );
  const addressOf = (href: string): string | null => {
    if (/^(https?:|\/)/.test(href)) return href;
    const [file = '', anchor] = (href.split('/').at(-1) ?? '').split('#');
    if (clientFiles.includes(file)) return `/docs/files/${file}`;
    const whole = pageOfFile[file];
    if (anchor === undefined) return whole ? `/docs/${whole}` : null;
    const page = pageOf.get(anchor);
    return page === anchor ? `/docs/${page}` : `/docs/${page ?? ''}#${anchor}`;
  };
  return sources.map((source) => render(source, addressOf));
}

/** `addressOf`: null for a file of the project that is not on this site. */
function render(source: Source, addressOf: (href: string) => string | null): Guide {
  const { slug, title, tokens, lift, isFolded } = source;
  const marked = markedFor(lift, addressOf);
  const text = (some: readonly Token[]): string =>
    byLanguage(some)
      .map((piece) =>
        Array.isArray(piece)
          ? languagesBox(piece.map((each) => [each.language, marked.parser([...each.tokens])]))
          : marked.parser([piece]),
      )
      .join('');
  const html = isFolded ? folded(tokens, text) : text(tokens);
  return { slug, title, html, sections: sectionsOf(source) };
}

function markedFor(lift: number, addressOf: (href: string) => string | null): Marked {
  const known = new Set<string>();
  /** Once in a page. */
  const once = (id: string | undefined): string | undefined => {
    if (id === undefined || known.has(id)) return undefined;
    known.add(id);
    return id;
  };
  return new Marked({
    renderer: {
      heading({ tokens: inside, depth, text }) {
        const level = Math.max(2, depth - lift);
        return `<h${level} id="${slugOf(text)}">${this.parser.parseInline(inside)}</h${level}>`;
      },
      link({ href, tokens: inside }) {
        const address = addressOf(href);
        const text = this.parser.parseInline(inside);
        return address === null ? text : `<a href="${escape(address)}">${text}</a>`;
      },
      code: ({ text }) => codeBox(text),
      html: ({ text }) => escape(text),
      table({ header, rows }) {
        const cell = ({ tokens: inside }: Tokens.TableCell) => this.parser.parseInline(inside);
        const cells = rows.map((row) => row.map(cell));
        const ids = rows.map((row) => once(rowId(row)));
        return tableBox({ label: 'Table', head: header.map(cell), rows: cells, ids });
      },
    },
  });
}

/** A long page whose parts are opened one by one; a link to one opens it. */
function folded(tokens: readonly Token[], text: (some: readonly Token[]) => string): string {
  const { before, parts: releases } = parted(tokens, 2);
  const ofReleases = releases.map(({ heading, tokens: inside }) => {
    const { before: about, parts } = parted(inside, 3);
    const ofParts = parts.map((part) => {
      const changes = part.tokens.filter(({ type }) => type === 'list') as Tokens.List[];
      const count = changes.reduce((sum, { items }) => sum + items.length, 0);
      return `<details class="fold"><summary>${text([part.heading])}<span>${count} changes</span></summary>${text(part.tokens)}</details>`;
    });
    return `${text([heading, ...about])}${ofParts.join('')}`;
  });
  return `${text(before)}${ofReleases.join('')}`;
}

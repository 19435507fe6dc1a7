import { readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { magicNumbers } from '../payments/simulator/magic-numbers.ts';
import { codeBox, escape, languagesBox, tableBox } from './docs-page.ts';
import { byLanguage } from './languages.ts';

/** Something that the search finds. */
export interface Section {
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

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

interface Source {
  readonly slug: string;
  readonly title: string;
  readonly tokens: readonly Token[];
  /** By how much its headings are moved up, so that those of a page begin at 2. */
  readonly lift: number;
}

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
    wholePage(testNumbers()),
    wholePage(read('CHANGELOG.md')),
  ];
  const pageOf = new Map(
    sources.flatMap(({ slug, tokens }) => [
      [slug, slug] as const,
      ...tokens
        .filter((token) => token.type === 'heading')
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

/** A file that is one page; its first heading is the title. */
function wholePage(markdown: string): Source {
  const [title, ...tokens] = new Marked().lexer(markdown);
  const { text } = title as Tokens.Heading;
  return { slug: slugOf(text), title: text, tokens, lift: 0 };
}

/** A file whose sections are a page each; what comes before them is the overview. */
function pagesOf(markdown: string): Source[] {
  const pages: { title: string; tokens: Token[] }[] = [];
  for (const token of new Marked().lexer(markdown)) {
    const depth = token.type === 'heading' ? (token as Tokens.Heading).depth : 0;
    if (depth === 1) pages.push({ title: 'Overview', tokens: [] });
    else if (depth === 2) pages.push({ title: (token as Tokens.Heading).text, tokens: [] });
    else pages.at(-1)?.tokens.push(token);
  }
  return pages.map(({ title, tokens }) => ({ slug: slugOf(title), title, tokens, lift: 1 }));
}

function testNumbers(): string {
  const rows = magicNumbers.map(({ ending, sentence }) => {
    const what = sentence.replace('on this page', 'on the page of the simulated phones');
    return `| 07x 00000 ${ending} | ${what} |`;
  });
  return `# Test numbers

Without a configured network a simulator replaces MTN and Airtel. The last two digits of a number 077 00000 NN (MTN) or
075 00000 NN (Airtel) choose what happens; any other number approves after a moment. In test mode no phone rings: a number that waits for somebody stays
PROCESSING until the network is given up after a day.

| number | what happens |
|---|---|
${rows.join('\n')}
`;
}

/** `addressOf`: null for a file of the project that is not on this site. */
function render(
  { slug, title, tokens, lift }: Source,
  addressOf: (href: string) => string | null,
): Guide {
  const marked = new Marked({
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
        return tableBox({ label: 'Table', head: header.map(cell), rows: cells });
      },
    },
  });
  const html = byLanguage(tokens)
    .map((piece) =>
      Array.isArray(piece)
        ? languagesBox(piece.map((each) => [each.language, marked.parser([...each.tokens])]))
        : marked.parser([piece]),
    )
    .join('');
  return { slug, title, html, sections: sectionsOf(slug, title, tokens) };
}

function sectionsOf(slug: string, title: string, tokens: readonly Token[]): Section[] {
  const sections = [{ title, address: `/docs/${slug}`, text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text } = token as Tokens.Heading;
      const address = `/docs/${slug}#${slugOf(text)}`;
      sections.push({ title: `${title}: ${text}`, address, text: '' });
    } else {
      const current = sections.at(-1);
      if (current) current.text += plain(token.raw);
    }
  }
  return sections;
}

/** Without the signs of Markdown. */
function plain(raw: string): string {
  return raw
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\||^[-#> ]+|-{3,}/gm, ' ')
    .replace(/\s+/g, ' ');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

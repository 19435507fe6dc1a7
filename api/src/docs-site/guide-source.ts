import { Marked, type Token, type Tokens } from 'marked';

/** A page before it is made into HTML. */
export interface Source {
  readonly slug: string;
  readonly title: string;
  readonly tokens: readonly Token[];
  /** By how much its headings are moved up, so that those of a page begin at 2. */
  readonly lift: number;
  /** Its parts of the third level are folded. */
  readonly isFolded?: boolean;
}

/** A file that is one page; its first heading is the title. */
export function wholePage(markdown: string): Source {
  const [title, ...tokens] = new Marked().lexer(markdown);
  const { text } = title as Tokens.Heading;
  return { slug: slugOf(text), title: text, tokens, lift: 0 };
}

/** A file whose sections are a page each; what comes before them is the overview. */
export function pagesOf(markdown: string): Source[] {
  const pages: { title: string; tokens: Token[] }[] = [];
  for (const token of new Marked().lexer(markdown)) {
    const depth = depthOf(token);
    if (depth === 1) pages.push({ title: 'Overview', tokens: [] });
    else if (depth === 2) pages.push({ title: (token as Tokens.Heading).text, tokens: [] });
    else pages.at(-1)?.tokens.push(token);
  }
  return pages.map(({ title, tokens }) => ({ slug: slugOf(title), title, tokens, lift: 1 }));
}

/** Of a heading; 0 for everything else. */
export function depthOf(token: Token): number {
  return token.type === 'heading' ? (token as Tokens.Heading).depth : 0;
}

/** The headings of this depth, each with what is below it; what comes before the first is `before`. */
export function parted(tokens: readonly Token[], depth: number) {
  const before: Token[] = [];
  const parts: { heading: Tokens.Heading; tokens: Token[] }[] = [];
  for (const token of tokens) {
    if (depthOf(token) === depth) parts.push({ heading: token as Tokens.Heading, tokens: [] });
    else (parts.at(-1)?.tokens ?? before).push(token);
  }
  return { before, parts };
}

export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** What a row of a table can be linked by: the code, field or event that it begins with. */
export function rowId(row: readonly Tokens.TableCell[]): string | undefined {
  const [token, ...others] = row[0]?.tokens ?? [];
  const isCode = token?.type === 'codespan' && others.length === 0;
  return isCode && /^[\w.-]+$/.test(token.text) ? `row-${token.text}` : undefined;
}

import type { Token, Tokens } from 'marked';
import { depthOf, rowId, slugOf, type Source } from './guide-source.ts';

/** Something that the search finds. */
export interface Section {
  readonly title: string;
  readonly address: string;
  readonly text: string;
}

/** Of a guide: the page, each of its headings, and each row of a table that begins with a code. */
export function sectionsOf({ slug, title, tokens }: Source): Section[] {
  const sections = [{ title, address: `/docs/${slug}`, text: '' }];
  const rows: Section[] = [];
  for (const token of tokens) {
    if (depthOf(token) > 0) {
      const { text } = token as Tokens.Heading;
      const address = `/docs/${slug}#${slugOf(text)}`;
      sections.push({ title: `${title}: ${text}`, address, text: '' });
    } else {
      const current = sections.at(-1);
      if (current) current.text += plain(token.raw);
      if (token.type === 'table') rows.push(...rowSections(slug, title, token as Tokens.Table));
    }
  }
  return [...sections, ...rows];
}

function rowSections(slug: string, title: string, { rows }: Tokens.Table): Section[] {
  return rows.flatMap((row) => {
    const id = rowId(row);
    const [code, ...others] = row.map(({ text }) => plain(text));
    return id === undefined
      ? []
      : [{ title: `${title}: ${code}`, address: `/docs/${slug}#${id}`, text: others.join(' ') }];
  });
}

/** Without the signs of Markdown. */
function plain(raw: Token['raw']): string {
  return raw
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\||^[-#> ]+|-{3,}/gm, ' ')
    .replace(/\s+/g, ' ');
}

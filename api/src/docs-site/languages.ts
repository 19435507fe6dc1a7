import type { Token, Tokens } from 'marked';

/** An example in one of several languages: what is said about it, and the program. */
export interface LanguageExample {
  readonly language: string;
  readonly tokens: readonly Token[];
}

/** How a paragraph begins that leads to the example in a language. */
const beginnings: Readonly<Record<string, RegExp>> = {
  Python: /^Python\b/,
  PHP: /^PHP\b/,
  Node: /^Node\b/,
  curl: /^(?:curl|With a shell)\b/,
};

function languageOf(token: Token | undefined): string | undefined {
  if (token?.type !== 'paragraph') return undefined;
  const { text } = token as Tokens.Paragraph;
  return Object.keys(beginnings).find((language) => beginnings[language]?.test(text));
}

/** The tokens of a text, with those that say the same in several languages together. */
export function byLanguage(tokens: readonly Token[]): (Token | LanguageExample[])[] {
  const pieces: (Token | LanguageExample[])[] = [];
  const read = tokens.filter(({ type }) => type !== 'space');
  for (let at = 0; at < read.length; at += 1) {
    const [token, code] = [read[at], read[at + 1]];
    const language = languageOf(token);
    if (!token) continue;
    if (!language || code?.type !== 'code') {
      pieces.push(token);
      continue;
    }
    const before = pieces.at(-1);
    const example = { language, tokens: [token, code] };
    if (Array.isArray(before)) before.push(example);
    else pieces.push([example]);
    at += 1;
  }
  return pieces;
}

import { Marked, type Token, type Tokens } from 'marked';
import { depthOf, parted, wholePage, type Source } from './guide-source.ts';

/** The part of a release that is for those who integrate. */
const apiPart = 'Payments API';

/** CHANGELOG.md as two pages: what changes for those who integrate, by day, and everything else, folded. */
export function changelogPages(markdown: string): Source[] {
  const whole = wholePage(markdown);
  const { before, parts: releases } = parted(whole.tokens, 2);
  const split = releases.map(({ heading, tokens }) => {
    const { before: about, parts } = parted(tokens, 3);
    const ofApi = parts.find((part) => part.heading.text === apiPart);
    const others = parts.filter((part) => part !== ofApi);
    const rest = [...about, ...others.flatMap((part) => [part.heading, ...part.tokens])];
    return { heading, ofApi: ofApi?.tokens ?? [], rest };
  });
  const isOfApi = split.filter(({ ofApi }) => ofApi.length > 0);
  return [
    {
      slug: 'api-changes',
      title: 'API changes',
      tokens: [
        ...lexed(
          'Calls, fields, codes, events, webhooks and clients, by the day on which they changed. What changed beside the API is in the [changelog](/docs/changelog).',
        ),
        ...isOfApi.flatMap(({ heading, ofApi }) => [heading, ...ofApi.map(raised)]),
      ],
      lift: 0,
    },
    {
      ...whole,
      tokens: [
        ...before.filter((token) => !mentionsFile(token)),
        ...lexed(
          'What changes for those who integrate is apart from it: [API changes](/docs/api-changes).',
        ),
        ...split.flatMap(({ heading, rest }) => [heading, ...rest]),
      ],
      isFolded: true,
    },
  ];
}

/** A day comes right below the release. */
function raised(token: Token): Token {
  return depthOf(token) > 0 ? { ...(token as Tokens.Heading), depth: 3 } : token;
}

/** The sentence that tells a reader of the file where its parts are. */
function mentionsFile({ raw }: Token): boolean {
  return raw.includes('/docs/api-changes');
}

function lexed(text: string): Token[] {
  return new Marked().lexer(text);
}

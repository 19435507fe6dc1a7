/** What a mail says. Its plain and its HTML text are made from it, so that both say the same. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Smaller, at the end: how long a link works, what to do if one did not ask for it. */
  readonly notes?: readonly string[];
}

export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const sender = 'Sente · Company accounts and mobile-money payments';

export function renderLetter(letter: Letter): RenderedLetter {
  return { subject: oneLine(letter.subject), text: textOf(letter), html: htmlOf(letter) };
}

/** A subject is a header: a line break in a person's name must not start another one. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function textOf({ paragraphs, action, notes = [] }: Letter): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  return [...paragraphs, ...link, ...notes, `--\n${sender}`].join('\n\n') + '\n';
}

const body = 'margin:0;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,Arial,sans-serif';
const card =
  'max-width:560px;margin:24px auto;padding:32px;background:#ffffff;border-radius:12px;text-align:left';
/** The accent of the portal. */
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0a6b4d;color:#ffffff;text-decoration:none;font-weight:600';
const small = 'margin:0 0 8px;font-size:14px;color:#52525b';

/** Inline styles only and no picture: mail programs remove the one and ask about the other. */
function htmlOf({ subject, paragraphs, action, notes = [] }: Letter): string {
  const parts = [
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="${button}">${escaped(action.label)}</a></p>`,
          `<p style="${small}">Or open this address: <span style="word-break:break-all">${escaped(action.url)}</span></p>`,
        ]
      : []),
    ...notes.map((text) => `<p style="${small}">${escaped(text)}</p>`),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(oneLine(subject))}</title></head>
<body style="${body}"><div style="${card}">
${parts.join('\n')}
<p style="margin:32px 0 0;font-size:13px;color:#71717a">${sender}</p>
</div></body></html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names and reasons are what people typed. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    .replaceAll('\n', '<br>');
}

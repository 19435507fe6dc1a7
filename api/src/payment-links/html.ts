/** Text that is HTML already. */
export interface Html {
  readonly text: string;
}

type Value = string | number | Html | null | readonly (Html | null)[];

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Every value is written as text; only what is HTML already stays as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { text: parts.map((part, index) => part + written(values[index] ?? null)).join('') };
}

/** For our own files. */
export function asIs(text: string): Html {
  return { text };
}

function written(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');
  if (typeof value === 'number') return String(value);
  if ('text' in value) return value.text;
  return value.map((each) => each?.text ?? '').join('');
}

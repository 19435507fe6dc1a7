import { escape } from './docs-page.ts';

/** JSON Schema as the contract makes it. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly additionalProperties?: FieldSchema | boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

/** The forms that a value can have, without null. */
export function formsOf(schema: FieldSchema): readonly FieldSchema[] {
  const forms = schema.anyOf ?? schema.oneOf;
  return forms ? forms.filter(({ type }) => type !== 'null').flatMap(formsOf) : [schema];
}

export function allowsNull(schema: FieldSchema): boolean {
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms) return forms.some(allowsNull);
  return [schema.type].flat().includes('null') || schema.enum?.includes(null) === true;
}

const plurals: Readonly<Record<string, string>> = {
  text: 'texts',
  'whole number': 'whole numbers',
  number: 'numbers',
  id: 'ids',
  time: 'times',
  day: 'days',
  object: 'objects',
  address: 'addresses',
};
const plural = (words: string): string =>
  words
    .split(' or ')
    .map((word) => plurals[word] ?? word)
    .join(' or ');

/** Of what kind a value is: "list of objects", "text or null". */
export function typeWords(schema: FieldSchema): string {
  const kinds = [...new Set(formsOf(schema).map(kindOf))];
  return [...kinds, ...(allowsNull(schema) && kinds[0] !== 'null' ? ['null'] : [])].join(' or ');
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: 'id',
  'date-time': 'time',
  date: 'day',
  ipv4: 'address',
  ipv6: 'address',
  cidrv4: 'address',
  cidrv6: 'address',
};
const byType: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
  array: 'list',
};

function kindOf(schema: FieldSchema): string {
  const { items, additionalProperties, properties, format, type } = schema;
  if (items) return `list of ${plural(typeWords(items))}`;
  if (!properties && typeof additionalProperties === 'object') {
    return `${plural(typeWords(additionalProperties))} by name`;
  }
  if (format && byFormat[format]) return byFormat[format];
  const value = schema.const ?? schema.enum?.find((each) => each !== null);
  const named = [type].flat().find((each) => each !== 'null') ?? (type ? 'null' : undefined);
  return byType[named ?? (value === undefined ? '' : typeof value)] ?? 'any value';
}

const formatWords: Readonly<Record<string, string>> = {
  uuid: '',
  'date-time': '',
  date: 'As 2026-01-31',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  cidrv4: 'IPv4 network such as 203.0.113.0/24',
  cidrv6: 'IPv6 network such as 2001:db8::/32',
};

/** Nobody reads patterns. A new one needs its words here; a test misses them. */
const patternWords: Readonly<Record<string, string>> = {
  '^[\\w-]+$': 'Base64url: letters, digits, dashes and underscores',
  '^[0-7][0-9A-HJKMNP-TV-Z]{25}$': '26 digits and capital letters',
  '^[^\\s@]+@(?:[^\\s@.]+\\.)+[^\\s@.]+$': 'Email address',
  '^[\\x21-\\x7e]{1,200}$': 'From 1 to 200 visible ASCII characters',
  '^[\\w.-]{1,40}$': 'From 1 to 40 letters, digits, dots, dashes or underscores',
  '^https?:\\/\\/[^\\s/?#]+\\S*$': 'Web address that begins with http:// or https://',
  '^[^\\s@#]*$': 'Without spaces, @ and #',
  '^[a-z]+(\\.[a-z]+)?(,[a-z]+(\\.[a-z]+)?)*$':
    'Words in small letters, such as users or users.create; several with commas between',
  '^\\d{1,18}$': 'From 1 to 18 digits',
  '^\\d{6,20}$': 'From 6 to 20 digits',
  '^(?:test)?[0-9a-hjkmnp-tv-z]{8}$':
    'Eight digits and small letters; begins with test in test mode',
  '^\\d{6}$': 'Six digits',
};

/** The limits of a value as short texts of markup. */
export function limitWords(schema: FieldSchema): string[] {
  const { default: usual } = schema;
  const ofForms = formsOf(schema).flatMap((form) => [
    ...ofChoice(form),
    ...ofShape(form),
    ...ofLength(form.minLength, form.maxLength, 'characters'),
    ...ofLength(form.minItems, form.maxItems, 'entries'),
    ...ofRange(form),
    ...(form.items ? limitWords(form.items).map((text) => `Each: ${uncapital(text)}`) : []),
    ...(!form.properties && typeof form.additionalProperties === 'object'
      ? limitWords(form.additionalProperties).map((text) => `Each: ${uncapital(text)}`)
      : []),
  ]);
  const unique = [...new Set(ofForms)];
  return usual === undefined ? unique : [...unique, `${code(usual)} by default`];
}

/** "Each: at most ...", but no change to "IPv4". */
function uncapital(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

const code = (value: unknown): string => `<code>${escape(String(value))}</code>`;

function ofChoice(schema: FieldSchema): string[] {
  const { const: only, enum: choices } = schema;
  if (only !== undefined && only !== null) return [`Always ${code(only)}`];
  if (!choices) return [];
  const named = choices.filter((each) => each !== null).map(code);
  return named.length === 1 ? [`Always ${named[0]}`] : [`One of ${named.join(', ')}`];
}

function ofShape({ format, pattern }: FieldSchema): string[] {
  const words = formatWords[format ?? ''] ?? (pattern && patternWords[pattern]);
  if (words !== undefined) return words ? [words] : [];
  return pattern ? [`Matches ${code(pattern)}`] : [];
}

const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

function ofLength(least = 0, most: number | undefined, unit: string): string[] {
  const one = (count: number) => (count === 1 ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit);
  if (most === 0) return ['Empty'];
  if (most !== undefined && least === most) return [`${figure.format(most)} ${one(most)}`];
  if (most !== undefined && least > 0) {
    return [`From ${figure.format(least)} to ${figure.format(most)} ${unit}`];
  }
  if (most !== undefined) return [`At most ${figure.format(most)} ${one(most)}`];
  if (least === 1) return ['Not empty'];
  return least > 1 ? [`At least ${figure.format(least)} ${unit}`] : [];
}

/** The largest numbers of the format itself say nothing. */
const meansNothing = (value: number | undefined): boolean =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER;

function ofRange({ minimum, exclusiveMinimum, maximum }: FieldSchema): string[] {
  const most = meansNothing(maximum) ? undefined : figure.format(maximum ?? 0);
  if (!meansNothing(minimum)) {
    const least = figure.format(minimum ?? 0);
    return [most === undefined ? `At least ${least}` : `From ${least} to ${most}`];
  }
  const above =
    exclusiveMinimum === undefined ? [] : [`More than ${figure.format(exclusiveMinimum)}`];
  return [...above, ...(most === undefined ? [] : [`At most ${most}`])];
}

/** Those that a reader would have to read as they are. */
export function patternsWithoutWords(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern, format } = schema as FieldSchema;
  const own =
    typeof pattern === 'string' &&
    patternWords[pattern] === undefined &&
    !(format && format in formatWords)
      ? [pattern]
      : [];
  return [...own, ...Object.values(schema).flatMap(patternsWithoutWords)];
}

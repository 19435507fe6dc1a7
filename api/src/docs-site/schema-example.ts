import { valuesOfFields, valuesOfFormats, valuesOfPatterns } from './example-values.ts';
import { allowsNull, formsOf, type FieldSchema } from './schema-words.ts';

/** Which fields: in a request those that it must have, in an answer all. */
type Extent = 'required' | 'all';

/** Values by the name of a field; of several the first that the field accepts. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

interface Wanted {
  readonly extent: Extent;
  readonly known: KnownValues;
}

/** Optional in some orders, which then need something else in their place. */
const usuallySent: ReadonlySet<string> = new Set(['amount', 'purpose']);
/** In few answers. */
const rarelyThere: ReadonlySet<string> = new Set(['voucherHidden']);

/** A value that the schema accepts, the same each time. */
export function exampleOf(schema: FieldSchema, extent: Extent, known: KnownValues = {}): unknown {
  return valueOf(schema, '', { extent, known: { ...valuesOfFields, ...known } });
}

function valueOf(schema: FieldSchema, name: string, wanted: Wanted): unknown {
  const ofName = wanted.known[name]?.find((value) => accepts(schema, value));
  if (ofName !== undefined) return ofName;
  const [form = {}] = formsOf(schema);
  if (form.default !== undefined) return form.default;
  if (form.const !== undefined) return form.const;
  if (form.enum) return form.enum.find((each) => each !== null) ?? null;
  const types = [form.type].flat();
  const type = types.find((each) => each !== 'null') ?? types[0];
  switch (type) {
    case 'object':
      return objectOf(form, wanted);
    case 'array':
      return form.maxItems === 0 ? [] : [valueOf(form.items ?? {}, name, wanted)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return numberOf(form);
    case 'string':
      return textOf(form, name);
    case 'null':
      return null;
    default:
      return {};
  }
}

function objectOf(schema: FieldSchema, wanted: Wanted): unknown {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    return typeof additionalProperties === 'object'
      ? { name: valueOf(additionalProperties, '', wanted) }
      : {};
  }
  const all = Object.entries(properties);
  const isNeeded = (name: string): boolean => required.includes(name) || usuallySent.has(name);
  const needed =
    wanted.extent === 'all'
      ? all.filter(([name]) => !rarelyThere.has(name))
      : all.filter(([name]) => isNeeded(name));
  return Object.fromEntries(needed.map(([name, inner]) => [name, valueOf(inner, name, wanted)]));
}

function numberOf({ minimum, exclusiveMinimum, maximum }: FieldSchema): number {
  const least = Math.max(minimum ?? 0, exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  return Math.min(Math.max(least, 1), maximum ?? Infinity);
}

function textOf(schema: FieldSchema, name: string): string {
  const formatted = valuesOfFormats[schema.format ?? ''];
  if (formatted !== undefined) return formatted;
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase() || 'text';
  const plain = words.charAt(0).toUpperCase() + words.slice(1);
  const fitting = [plain, ...valuesOfPatterns].find((value) => accepts(schema, value));
  return fitting ?? plain.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength);
}

/** As far as the schemas of the contract go. */
export function accepts(schema: FieldSchema, value: unknown): boolean {
  if (value === null) return allowsNull(schema) || formsOf(schema).some(isOpen);
  return formsOf(schema).some((form) => formAccepts(form, value));
}

function formAccepts(form: FieldSchema, value: unknown): boolean {
  if (isOpen(form)) return true;
  if (form.const !== undefined) return form.const === value;
  if (form.enum) return form.enum.includes(value);
  const types = new Set([form.type].flat());
  if (typeof value === 'string') return types.has('string') && acceptsText(form, value);
  if (typeof value === 'number') return acceptsNumber(form, value);
  if (typeof value === 'boolean') return types.has('boolean');
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0, maxItems = Infinity } = form;
    const isLong = value.length >= minItems && value.length <= maxItems;
    return types.has('array') && isLong && value.every((each) => accepts(items, each));
  }
  return types.has('object') && acceptsObject(form, value as Record<string, unknown>);
}

/** Anything goes. */
function isOpen(form: FieldSchema): boolean {
  return form.type === undefined && form.const === undefined && form.enum === undefined;
}

function acceptsText(form: FieldSchema, value: string): boolean {
  const { pattern, minLength = 0, maxLength = Infinity } = form;
  const isLong = value.length >= minLength && value.length <= maxLength;
  return isLong && (pattern === undefined || new RegExp(pattern, 'u').test(value));
}

function acceptsNumber(form: FieldSchema, value: number): boolean {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = form;
  const types = new Set([form.type].flat());
  const isOfType = types.has('number') || (types.has('integer') && Number.isInteger(value));
  return isOfType && value >= minimum && value > exclusiveMinimum && value <= maximum;
}

function acceptsObject(form: FieldSchema, value: Record<string, unknown>): boolean {
  const { properties = {}, required = [], additionalProperties = true } = form;
  const acceptsEach = ([name, each]: [string, unknown]): boolean => {
    const schema = properties[name] ?? additionalProperties;
    return typeof schema === 'object' ? accepts(schema, each) : schema;
  };
  return required.every((name) => name in value) && Object.entries(value).every(acceptsEach);
}

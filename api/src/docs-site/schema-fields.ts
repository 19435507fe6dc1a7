import { escape, tableBox } from './docs-page.ts';
import { meaningOf } from './field-texts.ts';
import { formsOf, limitWords, typeWords, type FieldSchema } from './schema-words.ts';

interface Field {
  /** The fields that it is in, such as `lines[].`. */
  readonly within: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: FieldSchema;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: FieldSchema;
}

type Row = readonly string[];

/** The column that says whether a field must be there; its cell is empty where that needs no word. */
interface Need {
  readonly head: string;
  readonly isRequired: string;
  readonly isNot: string;
}
const ofRequests: Need = {
  head: 'Required',
  isRequired: '<b class="need">required</b>',
  isNot: '',
};
/** Of what comes back no field is required, but nearly all are there always. */
const ofAnswers: Need = { head: 'Can be missing', isRequired: '', isNot: 'can be missing' };

/** The fields of an object, those of inner objects below theirs. */
export function fieldTable(label: string, schema: FieldSchema): string {
  const rows = [...rowsWithin(schema, '', ofRequests)];
  return rows.length === 0 ? '' : table(label, rows, ofRequests);
}

export function answerTable(label: string, values: Readonly<Record<string, FieldSchema>>): string {
  const schema = { type: 'object', properties: values, required: Object.keys(values) };
  return table(label, [...rowsWithin(schema, '', ofAnswers)], ofAnswers);
}

export function parameterTable(label: string, parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required = false, description, schema }) => {
    const described = description ? { ...schema, description } : schema;
    const field = { within: '', name, isRequired: required, schema: described };
    const row = rowOf(field, ofRequests);
    return [row[0] ?? '', placeWords[place] ?? place, ...row.slice(1)];
  });
  const head = ['Name', 'Where', 'Type', 'Required', 'Meaning'];
  return tableBox({ label, head, rows, isOfFields: true });
}

const placeWords: Readonly<Record<string, string>> = {
  path: 'in the path',
  query: 'in the query',
  header: 'header',
};

function table(label: string, rows: readonly Row[], { head }: Need): string {
  return tableBox({ label, head: ['Field', 'Type', head, 'Meaning'], rows, isOfFields: true });
}

function* rowsWithin(schema: FieldSchema, within: string, need: Need): Generator<Row> {
  const forms = formsOf(schema).flatMap(objectOf);
  for (const [at, { properties = {}, required = [] }] of forms.entries()) {
    if (forms.length > 1) yield [`<i>${formName(properties, at)}</i>`, '', '', ''];
    for (const [name, inner] of Object.entries(properties)) {
      yield rowOf({ within, name, isRequired: required.includes(name), schema: inner }, need);
      const below = `${within}${name}${formsOf(inner).some(({ items }) => items) ? '[]' : ''}.`;
      yield* rowsWithin(inner, below, need);
    }
  }
}

/** The object that a value is, or that the entries of a list are. */
function objectOf(schema: FieldSchema): FieldSchema[] {
  if (schema.items) return formsOf(schema.items).flatMap(objectOf);
  if (schema.properties) return [schema];
  const { additionalProperties: byName } = schema;
  return typeof byName === 'object' ? formsOf(byName).flatMap(objectOf) : [];
}

/** What tells one form of an object from the others: a field that has one value only. */
function formName(properties: Readonly<Record<string, FieldSchema>>, at: number): string {
  const [name, schema] =
    Object.entries(properties).find(([, each]) => each.const !== undefined) ?? [];
  if (!name) return `Form ${at + 1}`;
  return `If <code>${escape(name)}</code> is <code>${escape(String(schema?.const))}</code>`;
}

function rowOf({ within, name, isRequired, schema }: Field, need: Need): Row {
  const path = within ? `<span class="within">${escape(within)}</span>` : '';
  return [
    `<code>${path}${escape(name)}</code>`,
    typeWords(schema),
    isRequired ? need.isRequired : need.isNot,
    meaning(name, schema),
  ];
}

function meaning(name: string, schema: FieldSchema): string {
  const text = schema.description ?? meaningOf(name, schema);
  // A text that names the choices itself says more about them.
  const limits = limitWords(schema).filter(
    (words) => !(text?.startsWith('One of') && words.startsWith('One of')),
  );
  const sentences = [...(text ? [escape(text)] : []), ...limits];
  return sentences.map((each) => each.replace(/\.$/, '')).join('. ');
}

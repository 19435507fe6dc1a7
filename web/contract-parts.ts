import { parseSync } from 'vite';

/* A module of the contract, split for the browser. */

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** What only the server, its documentation and the tests read of an endpoint. */
export const serverOnly = new Set([
  'summary',
  'params',
  'query',
  'body',
  'reply',
  'meta',
  'notFound',
  'about',
  'allowsTemporaryPassword',
  'allowsMissingFactor',
  'visitors',
]);

interface Statement {
  readonly node: Node;
  readonly names: readonly string[];
  readonly uses: ReadonlySet<string>;
  readonly isExported: boolean;
}

interface Import {
  readonly from: string;
  readonly names: readonly { readonly name: string; readonly text: string }[];
}

export interface Parts {
  /** Re-exports the other two. Undefined if one of them would be empty. */
  readonly index: string | undefined;
  readonly plain: string;
  readonly schemas: string;
  /** The exports that need the schema library. */
  readonly schemaNames: ReadonlySet<string>;
}

/**
 * The schemas of a module, everything that uses them, and the rest: endpoints without their server
 * parts, words and rules. `isSchema` says it of the exports of another module.
 */
export function partsOf(
  file: string,
  code: string,
  isSchema: (from: string, name: string) => boolean,
): Parts {
  const { body } = parseSync(file, code).program as unknown as { readonly body: readonly Node[] };
  const edits: Edit[] = body.flatMap((node) => [...editsOf(node)]);
  const skipped = new Set(edits.flatMap(({ node }) => (node ? [node] : [])));
  const imports = body.flatMap((node) => importOf(node, code));
  const statements = body.flatMap((node) => statementOf(node, skipped));
  const schemas = schemasAmong(statements, imports, isSchema);
  const plain = statements.filter((statement) => !schemas.has(statement));
  const needed = new Set([...schemas].flatMap(({ uses }) => [...uses]));
  const shared = namesOf(plain.filter(({ isExported }) => !isExported)).filter((name) =>
    needed.has(name),
  );
  const text = (some: readonly Statement[]) =>
    [
      ...imports.map((each) => importText(each, some)),
      ...some.map(({ node }) => edited(code, node, edits)),
    ].join('\n');
  const exported = (some: readonly Statement[]) => namesOf(some.filter((each) => each.isExported));
  const schemaList = [...schemas];
  const known = namesOf(plain).filter((name) => needed.has(name));
  return {
    index:
      schemaList.length > 0 && plain.length > 0
        ? `export { ${exported(plain).join(', ')} } from './${file}?plain';
export { ${exported(schemaList).join(', ')} } from './${file}?schemas';`
        : undefined,
    plain: text(plain) + (shared.length > 0 ? `\nexport { ${shared.join(', ')} };` : ''),
    schemas:
      (known.length > 0 ? `import { ${known.join(', ')} } from './${file}?plain';\n` : '') +
      text(schemaList),
    schemaNames: new Set(exported(schemaList)),
  };
}

function schemasAmong(
  statements: readonly Statement[],
  imports: readonly Import[],
  isSchema: (from: string, name: string) => boolean,
): ReadonlySet<Statement> {
  const names = new Set(
    imports.flatMap(({ from, names }) =>
      names.flatMap(({ name }) => (isSchema(from, name) ? [name] : [])),
    ),
  );
  const found = new Set<Statement>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const statement of statements) {
      if (![...statement.uses].some((name) => names.has(name))) continue;
      found.add(statement);
      for (const name of statement.names) names.add(name);
    }
  }
  // In the order of the file.
  return new Set(statements.filter((statement) => found.has(statement)));
}

const namesOf = (statements: readonly Statement[]) => statements.flatMap(({ names }) => names);

function importText({ from, names }: Import, statements: readonly Statement[]): string {
  const used = names.filter(({ name }) => statements.some(({ uses }) => uses.has(name)));
  if (used.length === 0) return '';
  const texts = used.map(({ text }) => text);
  const list = texts.some((text) => text.startsWith('*'))
    ? texts.join(', ')
    : `{ ${texts.join(', ')} }`;
  return `import ${list} from '${from}';`;
}

function importOf(node: Node, code: string): Import[] {
  if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') return [];
  const specifiers = (node['specifiers'] as readonly Node[]).filter(
    (each) => each['importKind'] !== 'type',
  );
  const names = specifiers.map((each) => ({
    name: (each['local'] as { name: string }).name,
    text: code.slice(each.start, each.end),
  }));
  return [{ from: (node['source'] as { value: string }).value, names }];
}

function statementOf(node: Node, skipped: ReadonlySet<Node>): Statement[] {
  if (node.type === 'ImportDeclaration' || node['exportKind'] === 'type') return [];
  const isExported = node.type === 'ExportNamedDeclaration';
  const inner = (isExported ? node['declaration'] : node) as Node | null;
  if (!inner) throw new Error('The contract exports each value where it is defined');
  if (inner.type.startsWith('TS')) return [];
  const declared = (inner['declarations'] ?? [inner]) as readonly Node[];
  const names = declared.flatMap(({ id }) => (id ? [(id as { name: string }).name] : []));
  return [{ node, names, isExported, uses: new Set(usesOf(inner, skipped)) }];
}

/** The names in values, not in types. */
function* usesOf(node: unknown, skipped: ReadonlySet<Node>): Generator<string> {
  if (!isNode(node) || skipped.has(node)) return;
  if (node.type === 'Identifier') yield node['name'] as string;
  const isWrapper = /^TS(As|Satisfies|NonNull)Expression$/.test(node.type);
  if (node.type.startsWith('TS') && !isWrapper) return;
  const own = new Set(
    /Function/.test(node.type) ? childrenOf(node['params']).flatMap(boundBy) : [],
  );
  for (const [field, value] of Object.entries(node)) {
    const isKey = field === 'property' || (field === 'key' && !node['shorthand']);
    if (isKey && !node['computed']) continue;
    for (const child of childrenOf(value)) {
      for (const name of usesOf(child, skipped)) if (!own.has(name)) yield name;
    }
  }
}

/** The names of a parameter. */
function boundBy(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Identifier') return [node['name'] as string];
  const { properties, elements, value, left, argument } = node;
  return [properties, elements, value, left, argument].flatMap(childrenOf).flatMap(boundBy);
}

const childrenOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What is left out. */
  readonly node?: Node;
}

/**
 * Leaves out what only the server reads, and marks what runs when the module is loaded as free of effects:
 * the contract is data, so that whatever no page uses can go.
 */
function* editsOf(node: unknown): Generator<Edit> {
  if (!isNode(node) || /Function/.test(node.type)) return;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    yield { start: node.start, end: node.start, text: '/* @__PURE__ */ ' };
    if ((node['callee'] as { name?: string }).name === 'endpoint') {
      yield* cutsOf((node['arguments'] as readonly Node[])[0]?.['properties'] as readonly Node[]);
    }
  }
  for (const value of Object.values(node)) {
    for (const child of childrenOf(value)) yield* editsOf(child);
  }
}

/** Each from the end of the property before it, with the comma. */
function cutsOf(properties: readonly Node[] = []): Edit[] {
  return properties.flatMap((node, index) => {
    const before = properties[index - 1];
    // The first one is the method, which stays.
    if (!before || !isServerOnly(node)) return [];
    return [{ start: before.end, end: node.end, text: '', node }];
  });
}

/** Of who may make a call, the portal asks only whether it is anyone. */
function isServerOnly({ key, value }: Node): boolean {
  const { name } = (key ?? {}) as { name?: string };
  if (name === 'access') return (value as { name?: string }).name !== 'anyone';
  return serverOnly.has(name ?? '');
}

function edited(code: string, { start, end }: Node, edits: readonly Edit[]): string {
  const cuts = edits.filter(({ node }) => node);
  const isGone = (edit: Edit) =>
    cuts.some((cut) => cut !== edit && cut.start <= edit.start && edit.end <= cut.end);
  const within = edits.filter((edit) => start <= edit.start && edit.end <= end && !isGone(edit));
  // A chain of calls has one mark.
  return [...new Map(within.map((edit) => [edit.start, edit])).values()]
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, edit) => text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start),
      code.slice(start, end),
    );
}

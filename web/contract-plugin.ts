import type { Plugin } from 'vite';

const isContract = /\/contract\/src\/[\w-]+\.ts$/;
/** What only the server, its documentation and the tests read of an endpoint. */
const serverOnly = new Set([
  'summary',
  'params',
  'query',
  'reply',
  'meta',
  'notFound',
  'about',
  'allowsTemporaryPassword',
  'allowsMissingFactor',
  'visitors',
]);

/**
 * Removes from the built portal the parts of each endpoint that only the server reads: its texts, and
 * the schemas of what the browser does not validate. A page has up to 1.5 kB less.
 */
export function withoutServerParts(): Plugin {
  return {
    name: 'sente-contract',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    transform(code, id) {
      if (!isContract.test(id)) return null;
      const cuts = [...endpointsIn(this.parse(code))].flatMap(cutsOf);
      return cuts
        .toSorted((a, b) => b.start - a.start)
        .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code);
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Definition extends Node {
  readonly properties: readonly (Node & {
    readonly key?: { readonly name?: string };
    readonly value?: { readonly name?: string };
  })[];
}

/** The arguments of the calls of `endpoint`. */
function* endpointsIn(node: unknown): Generator<Definition> {
  if (typeof node !== 'object' || node === null) return;
  const call = node as {
    type?: string;
    callee?: { name?: string };
    arguments?: readonly Definition[];
  };
  const definition = call.arguments?.[0];
  if (call.type === 'CallExpression' && call.callee?.name === 'endpoint' && definition) {
    yield definition;
  }
  for (const child of Object.values(node)) yield* endpointsIn(child);
}

/** Of who may make a call, the portal asks only whether it is anyone. */
function isServerOnly({ key, value }: Definition['properties'][number]): boolean {
  if (key?.name === 'access') return value?.name !== 'anyone';
  return serverOnly.has(key?.name ?? '');
}

/** Each from the end of the property before it, with the comma. */
function cutsOf({ start, properties }: Definition): { start: number; end: number }[] {
  return properties.flatMap((property, index) => {
    if (!isServerOnly(property)) return [];
    const before = properties[index - 1];
    // The first one is the method, which stays.
    return [{ start: before?.end ?? start + 1, end: property.end }];
  });
}

import { hash } from 'node:crypto';
import {
  expired,
  headerOf,
  malformed,
  readChannelId,
  refuseOldTime,
  requiredHeaders,
  signatureAlgorithms,
  type Claim,
  type RequestHead,
  type SignatureAlgorithm,
} from './claim.ts';

/**
 * HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530): the second form of signing, which
 * libraries of other languages know. Only the canonical spelling of the headers is accepted, so that
 * their text need not be parsed and written again.
 */
const names = ['signature-input', 'signature'] as const;

export function hasMessageSignature({ headers }: RequestHead): boolean {
  return names.some((name) => headers[name] !== undefined);
}

interface SignatureInput {
  readonly label: string;
  /** The names of what is covered, in order. */
  readonly covered: readonly string[];
  /** As sent: the components with their parameters. */
  readonly text: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** All checks that need neither the database nor the body. */
export function readMessageSignature(head: RequestHead, nowMs: number): Claim {
  const [inputText = '', signatureText = ''] = requiredHeaders(head.headers, names);
  const input = readInput(inputText);
  const channelId = readChannelId(parameter(input, 'keyid'), 'keyid');
  refuseOldTime('created', parameter(input, 'created'), nowMs);
  const expires = input.parameters.get('expires');
  if (expires !== undefined && Number(expires) * 1000 < nowMs) throw expired('expires is over');
  const algorithm = readAlgorithm(input);
  refuseUncovered(head, input);
  const onceKey = isOrder(head)
    ? hash('sha256', `${channelId}\n${parameter(input, 'nonce')}`, 'buffer')
    : Buffer.alloc(0);
  const text = signatureBase(head, input);
  return {
    channelId,
    algorithm,
    signature: readSignature(signatureText, input.label),
    onceKey,
    signedText(bodyText) {
      if (input.covered.includes('content-digest')) refuseOtherBody(head, bodyText);
      return text;
    },
  };
}

/** The text that is signed. */
export function signatureBase(head: RequestHead, { covered, text }: SignatureInput): string {
  const lines = covered.map((name) => `"${name}": ${valueOf(head, name)}`);
  return [...lines, `"@signature-params": ${text}`].join('\n');
}

const quoted = String.raw`"[\x20\x21\x23-\x5b\x5d-\x7e]*"`;
const inputPattern = new RegExp(
  String.raw`^([a-z*][a-z0-9_.*-]*)=(\((${quoted}(?: ${quoted})*)\)((?:;[a-z]+=(?:\d{1,15}|${quoted}))+))$`,
);
const longestInput = 1_000;

export function readInput(text: string): SignatureInput {
  const found = text.length <= longestInput ? inputPattern.exec(text) : null;
  if (!found) {
    throw malformed(
      'Signature-Input must be one signature, such as sente=("@method" "@path");created=1790000000;keyid="snt_ch_example"',
    );
  }
  const [, label = '', signed = '', list = '', tail = ''] = found;
  const covered = list.split(' ').map((item) => item.slice(1, -1));
  if (new Set(covered).size < covered.length) throw malformed('Signature-Input names a part twice');
  const parameters = [...tail.matchAll(/;([a-z]+)=(?:(\d+)|"([^"]*)")/g)].map(
    ([, name = '', digits, string]) => [name, digits ?? string ?? ''] as const,
  );
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) {
    throw malformed('Signature-Input has a parameter twice');
  }
  return { label, covered, text: signed, parameters: new Map(parameters) };
}

function parameter({ parameters }: SignatureInput, name: string): string {
  const value = parameters.get(name);
  if (!value) throw malformed(`Signature-Input needs the parameter ${name}`);
  return value;
}

/** The request says it, not the key: whether a channel exists and of which kind it is stays unknown. */
function readAlgorithm({ parameters }: SignatureInput): SignatureAlgorithm {
  const name = parameters.get('alg') ?? 'hmac-sha256';
  const known = signatureAlgorithms.find((algorithm) => algorithm === name);
  if (!known) throw malformed(`alg must be ${signatureAlgorithms.join(' or ')}`);
  return known;
}

function readSignature(text: string, label: string): Buffer {
  const [, given, bytes] = /^([^=]+)=:([A-Za-z0-9+/]+={0,2}):$/.exec(text) ?? [];
  if (given !== label || !bytes) {
    throw malformed(`Signature must be ${label}=:the signature in Base64:`);
  }
  return Buffer.from(bytes, 'base64');
}

/** Reading can be repeated; everything else has an effect. */
export function isOrder({ method }: Pick<RequestHead, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** What is not signed could be replaced on the way. */
function refuseUncovered(head: RequestHead, { covered }: SignatureInput): void {
  const needed: string[][] = [['@method'], ['@path', '@target-uri', '@request-target']];
  if (head.path.includes('?')) needed.push(['@query', '@target-uri', '@request-target']);
  if (isOrder(head)) needed.push(['content-digest']);
  if (head.headers['idempotency-key'] !== undefined) needed.push(['idempotency-key']);
  for (const choice of needed) {
    if (!choice.some((name) => covered.includes(name))) {
      throw malformed(`Signature-Input must cover "${choice[0]}"`);
    }
  }
}

function valueOf(head: RequestHead, name: string): string {
  if (!name.startsWith('@')) {
    const value = headerOf(head.headers, name);
    if (value === undefined) throw malformed(`Signature-Input covers "${name}", which is not sent`);
    return value.trim();
  }
  const [path = '', ...query] = head.path.split('?');
  switch (name) {
    case '@method':
      return head.method;
    case '@path':
      return path;
    case '@query':
      return `?${query.join('?')}`;
    case '@request-target':
      return head.path;
    case '@authority':
      return head.authority;
    case '@scheme':
      return head.scheme;
    case '@target-uri':
      return `${head.scheme}://${head.authority}${head.path}`;
    default:
      throw malformed(`Signature-Input covers "${name}", which is not supported`);
  }
}

/** Of the digests that we know, at least one; all of them are right. */
function refuseOtherBody({ headers }: RequestHead, bodyText: string): void {
  const given = [
    ...(headerOf(headers, 'content-digest') ?? '').matchAll(/(sha-256|sha-512)=:([^:]*):/g),
  ];
  const isRight = ([, name = '', digest]: readonly string[]): boolean =>
    digest === hash(name.replace('-', ''), bodyText, 'base64');
  if (given.length > 0 && given.every(isRight)) return;
  const right = `sha-256=:${hash('sha256', bodyText, 'base64')}:`;
  throw malformed(`Content-Digest does not match the body, which has ${right}`);
}

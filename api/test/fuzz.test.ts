import { setTimeout } from 'node:timers/promises';
import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { AppError } from '../src/http/app-error.ts';
import { parseBody } from '../src/http/parse.ts';
import { createMember, createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import { createAccount, createCompany, createTransaction, createUser } from './factories.ts';
import { endpoints, fieldsOf, sampleOf, unknownId, type Fields } from './samples.ts';
import { callSigned, createCredential, type TestCredential } from './signed.ts';

/** `SENTE_FUZZ_REQUESTS=200000 npm test -- fuzz.test` for a long run. */
const requestCount = Number(process.env['SENTE_FUZZ_REQUESTS'] ?? 5_000);
/** Together, so that the server works while the database does. */
const atOnce = 8;
type ActorName = 'anonymous' | 'staff' | 'member';

/** A mutation of a valid request, with its ingredients. */
interface Breakage {
  readonly how: keyof typeof weights;
  readonly part: number;
  readonly field: number;
  readonly name: string;
  readonly value: unknown;
  /**
   * Repeated up to `length`; described instead of written out, so that a failure stays readable.
   */
  readonly text: string;
  readonly length: number;
  readonly depth: number;
}
const weights = {
  'not at all': 20,
  'replace a field': 35,
  'leave out a field': 10,
  'add a field': 10,
  'fill a field': 5,
  'end a field with NUL': 8,
  'nest a field': 3,
  'replace the body': 5,
  'cut the body': 2,
};

let test: TestApp;
let actors: Record<ActorName, TestActor | null>;
/** An account of the member with money on it. */
let accountId: string;
/** A user of the member's company. */
let credential: TestCredential;

beforeAll(async () => {
  test = await createTestApp();
  actors = {
    anonymous: null,
    staff: await createStaff(test.owner),
    member: await createMember(test.owner),
  };
  const balance = 1_000_000n;
  accountId = await createAccount(test.owner, actors.member?.companyId ?? '', { balance });
  credential = await createCredential(test.owner, actors.member?.companyId ?? '');
});

/** Text that has broken servers before. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\u202e',
    '\ud800',
    '%00',
    '../../etc/passwd',
    "'; drop table users; --",
    '1e309',
    '-0',
    'null',
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
    '٣',
    '00000000-0000-7000-8000-000000000101',
    'https://example.test',
    'javascript:alert(1)',
    'a@b.co',
    'Demo One',
    '9'.repeat(30),
    '0',
    '2026-02-30',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: nastyText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1e21,
      0.1 + 0.2,
      Number.MAX_SAFE_INTEGER,
      [],
      {},
      [[]],
      { length: 1 },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Repeated, these take a backtracking pattern hours. */
const repeatedText = fc.constantFrom(
  'x',
  ' ',
  '\t',
  '9',
  'a@',
  '@',
  '.',
  'a.',
  'a@a.',
  '\u0000',
  'é',
  '=',
);

const anyBreakage: fc.Arbitrary<Breakage> = fc.record({
  how: fc.oneof(
    ...Object.entries(weights).map(([how, weight]) => ({
      weight,
      arbitrary: fc.constant(how as Breakage['how']),
    })),
  ),
  part: fc.nat(5),
  field: fc.nat(20),
  name: nastyText,
  value: nastyValue,
  text: repeatedText,
  length: fc.constantFrom(101, 3_000, 300_000, 1_000_000),
  depth: fc.constantFrom(10, 100_000),
});

const attempt = fc.record({
  // By name, so that a failure shows which.
  name: fc.constantFrom(...endpoints.map(({ name }) => name)),
  actor: fc.oneof(
    { weight: 1, arbitrary: fc.constant<ActorName>('anonymous') },
    { weight: 6, arbitrary: fc.constant<ActorName>('staff') },
    { weight: 3, arbitrary: fc.constant<ActorName>('member') },
  ),
  breakage: anyBreakage,
});
type Attempt = typeof attempt extends fc.Arbitrary<infer Made> ? Made : never;
const byName = new Map(endpoints.map(({ name, endpoint }) => [name, endpoint]));

interface Parts {
  params: Fields;
  query: Fields;
  body: unknown;
}

/**
 * Valid requests about records that may be destroyed: the actors and their company outlive every
 * call.
 */
async function validParts(endpoint: Endpoint, actor: TestActor | null): Promise<Parts> {
  const parts = {
    params: sampleOf(endpoint, 'params') ?? {},
    query: sampleOf(endpoint, 'query') ?? {},
    body: sampleOf(endpoint, 'body'),
  };
  const companyId = actors.member?.companyId ?? '';
  for (const fields of [parts.params, parts.query, parts.body ?? {}]) {
    if ('companyId' in fields) fields['companyId'] = companyId;
    if ('userId' in fields) fields['userId'] = await createUser(test.owner, { companyId });
  }
  if ('id' in parts.params) parts.params['id'] = await subjectOf(endpoint, actor, companyId);
  return parts;
}

function subjectOf(
  endpoint: Endpoint,
  actor: TestActor | null,
  companyId: string,
): Promise<string> | string {
  const changes = endpoint.method !== 'GET';
  if (endpoint.access.who === 'self') return actor?.userId ?? unknownId;
  if (endpoint.path.startsWith('/Company/{id}')) {
    return changes ? createCompany(test.owner) : companyId;
  }
  if (endpoint.path.startsWith('/User/{id}')) {
    return changes ? createUser(test.owner, { companyId }) : (actors.member?.userId ?? '');
  }
  if (endpoint.path.startsWith('/Account/{id}')) {
    return changes ? createAccount(test.owner, companyId) : accountId;
  }
  if (endpoint.path.startsWith('/Transaction/{id}')) {
    return createTransaction(test.owner, companyId, accountId, { amount: 5n });
  }
  return companyId;
}

/** Signing out or changing a password ends sessions, so a separate user does it. */
function actorFor(endpoint: Endpoint, name: ActorName): Promise<TestActor> | TestActor | null {
  if (name === 'anonymous' || !/logout|password/.test(endpoint.path)) return actors[name];
  if (name === 'staff') return createStaff(test.owner);
  return createMember(test.owner, { companyId: actors.member?.companyId ?? '' });
}

/** The parts of a request with one mutation. */
function broken(parts: Parts, endpoint: Endpoint, { how, ...made }: Breakage): Parts {
  if (how === 'replace the body') return { ...parts, body: made.value };
  if (how === 'add a field') {
    const target = made.part % 2 === 0 ? 'body' : 'query';
    const fields = (parts[target] ?? {}) as Fields;
    return { ...parts, [target]: withField(fields, made.name, made.value) };
  }
  const filled = (['body', 'query', 'params'] as const).filter((name) => endpoint[name]);
  const target = how === 'nest a field' ? 'body' : filled[made.part % filled.length];
  const names = target ? Object.keys(fieldsOf(endpoint, target)) : [];
  const name = names[made.field % names.length];
  if (!target || name === undefined) return parts;
  const { [name]: before, ...others } = parts[target] as Fields;
  switch (how) {
    case 'leave out a field':
      return { ...parts, [target]: others };
    case 'replace a field':
      return { ...parts, [target]: withField(others, name, made.value) };
    case 'end a field with NUL':
      return {
        ...parts,
        [target]: withField(others, name, `${String(before)}\0`),
      };
    case 'nest a field':
      return { ...parts, [target]: withField(others, name, nestedMark) };
    case 'fill a field': {
      // URLs are short; the HTTP parser refuses longer ones.
      const length = target === 'body' ? made.length : Math.min(made.length, 3_000);
      const value = made.text.repeat(Math.ceil(length / made.text.length)).slice(0, length);
      return { ...parts, [target]: withField(others, name, value) };
    }
    default:
      return parts;
  }
}

const nestedMark = 'nested here';

function bodyText(body: unknown, { how, depth, length }: Breakage): string | undefined {
  const text = JSON.stringify(body) as string | undefined;
  if (how === 'cut the body') return text?.slice(0, length % text.length);
  // As text, because JSON.stringify fails on deep nesting.
  return text?.replace(`"${nestedMark}"`, () => '['.repeat(depth) + ']'.repeat(depth));
}

/** Also for `__proto__`, which assignment would not add. */
function withField(fields: Fields, name: string, value: unknown): Fields {
  return Object.fromEntries([...Object.entries(fields), [name, value]]);
}

/** URLs contain well-formed text only; a lone surrogate becomes the replacement character. */
const wellFormed = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString();

async function send(
  endpoint: Endpoint,
  actorName: ActorName,
  breakage: Breakage,
): Promise<TestAnswer> {
  const actor = await actorFor(endpoint, actorName);
  const { params, query, body } = broken(await validParts(endpoint, actor), endpoint, breakage);
  const named = Object.entries(params).map(([name, value]) => [name, wellFormed(value)]);
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    wellFormed(name),
    wellFormed(value),
  ]);
  const path = fillPath(endpoint.path, Object.fromEntries(named) as Record<string, string>);
  const search = pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
  if (endpoint.bodyType === 'text/csv') {
    return test.sendCsv(actor, endpoint.method, path + search, bodyText(body, breakage) ?? '');
  }
  if (endpoint.bodyType && isFields(body)) {
    return test.submit(actor, endpoint.method, path + search, body);
  }
  const text = bodyText(body, breakage);
  // Signed calls use the company's keys instead of a session.
  if (endpoint.access.who === 'credential' && actor) {
    return callSigned(test, credential, {
      method: endpoint.method,
      path: path + search,
      body: text,
    });
  }
  return test.send(actor, endpoint.method, path + search, text);
}

function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** What no answer may be or tell; null if it is right. */
function problemOf({ status, body, text }: TestAnswer, { replyType }: Endpoint): string | null {
  if (status >= 500) return `${status} ${text}`;
  if (/ at .*\.ts:\d+|node_modules|select .* from |insert into/.test(text)) return `tells ${text}`;
  if (status === 200 && replyType) return text === '' ? 'an empty file' : null;
  const isEnvelope = body.success === status < 300 && Array.isArray(body.errors);
  return isEnvelope ? null : `no envelope: ${text}`;
}

let turnedAway = 0;

/** A loaded server answers 503 for a moment. An answer that stays 503 is a failure. */
async function patiently(ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
  let answer = await ask();
  for (let tries = 0; answer.status === 503 && tries < 10; tries++) {
    turnedAway += 1;
    await setTimeout(1_000);
    answer = await ask();
  }
  return answer;
}

it(
  `answers ${requestCount} hostile requests with an envelope and never fails`,
  { timeout: 300_000 + requestCount * 30 },
  async () => {
    const seen = new Map<number, number>();
    const check = async ({ name, actor, breakage }: Attempt): Promise<void> => {
      const endpoint = byName.get(name);
      if (!endpoint) throw new Error(name);
      const answer = await patiently(() => send(endpoint, actor, breakage));
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const problem = problemOf(answer, endpoint);
      if (problem) throw new Error(`${name} as ${actor}, ${breakage.how}: ${problem}`);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(attempt, { minLength: atOnce, maxLength: atOnce, size: 'max' }),
        async (attempts) => void (await Promise.all(attempts.map(check))),
      ),
      { numRuns: Math.ceil(requestCount / atOnce) },
    );
    expect(turnedAway).toBeLessThan(requestCount / 50);
    // Requests that are all refused early would prove nothing. Measured: 60 % reach a handler or
    // equivalent, 10 % succeed, and 14 % fail validation.
    const share = (...statuses: number[]) =>
      statuses.reduce((sum, status) => sum + (seen.get(status) ?? 0), 0) / requestCount;
    expect(share(200, 404, 409)).toBeGreaterThan(0.1);
    expect(share(200)).toBeGreaterThan(0.02);
    expect(share(400)).toBeGreaterThan(0.05);
  },
);

it('sessions still work after the fuzzing', async () => {
  const { staff, member } = actors;
  const list = await patiently(() => test.call(staff, 'GET', '/Company?page=1'));
  const own = await patiently(() => test.call(member, 'GET', `/Company/${member?.companyId}`));
  expect([list.status, own.status]).toEqual([200, 200]);
});

/**
 * A backtracking pattern takes hours for some of these and blocks the whole server. The rules are
 * called directly, because not every call with such a field exists yet.
 */
it.each([
  ['x', 'x', 'x'],
  ['a@', 'a.', '@'],
  ['a@', '.', ' x'],
  ['', 'a@', '.'],
  ['https://', 'a.', '\\ '],
  ['https://a', '/', '@'],
  ['x', ' ', 'x'],
  ['+', '9', 'x'],
  ['', '0-', 'g'],
])(
  'validates a megabyte like %j %j %j in every text field without backtracking',
  (start, middle, end) => {
    const text = start + middle.repeat(1_000_000 / middle.length) + end;
    const outcomes = new Map<string, number>();
    for (const { endpoint } of endpoints) {
      for (const [name, value] of Object.entries(sampleOf(endpoint, 'body') ?? {})) {
        if (typeof value !== 'string') continue;
        const outcome = outcomeOf(() =>
          parseBody(endpoint, { ...sampleOf(endpoint, 'body'), [name]: text }),
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }
    expect(
      [...outcomes.keys()].filter((name) => name !== 'validation_failed' && name !== 'taken'),
    ).toEqual([]);
    expect(outcomes.get('validation_failed')).toBeGreaterThan(40);
  },
);

function outcomeOf(parse: () => unknown): string {
  try {
    parse();
    return 'taken';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

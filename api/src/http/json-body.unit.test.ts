import { describe, expect, it } from 'vitest';
import { parseJson } from './json-body.ts';

describe('parseJson', () => {
  it.each([
    ['{"amount":1,"amount":5000}', 'amount'],
    ['{"amount":1,"am\\u006funt":5000}', 'amount'],
    ['{"a":{"b":[1,{"c":"x","d":{},"c":null}]}}', 'c'],
    ['{"a":[{},{"x":1}],"b":"\\"","a":2}', 'a'],
    ['[{"":1,"":2}]', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\\\":1,"b":",\\"a\\\\\\":","a\\\\":2}', 'a\\'],
  ])('refuses %s', (text, name) => {
    expect(() => parseJson(text)).toThrow(`"${name}" occurs more than once in the request body`);
  });

  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a":"a","b":"b,\\"a\\":1"}',
    '["a","a",{"a":["a","a"],"A":"a"}]',
    '{"a":"{\\"b\\":1,\\"b\\":2}\\\\"}',
    '"text"',
    '12',
    '{}',
  ])('accepts %s', (text) => expect(parseJson(text)).toEqual(JSON.parse(text)));

  it('an empty text is no body', () => expect(parseJson('')).toBeUndefined());

  it('reads a string of megabytes', () => {
    const file = 'QUJD'.repeat(3_000_000);
    expect(parseJson(JSON.stringify({ file }))).toEqual({ file });
  });
});

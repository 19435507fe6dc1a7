import { describe, expect, it } from 'vitest';
import { ApiError, failureOf } from './api-error.ts';
import { eachError, firstError, joinedErrors } from './error-text.ts';

const fallback = 'Failed to create company';
const many = failureOf({ errors: ['One', 'Two'], message: 'M' }, 'http', 400, 'HTTP Error: 400');
const told = failureOf({ errors: [], message: 'M' }, 'http', 400, 'HTTP Error: 400');
const silentStatus = failureOf({}, 'http', 500, 'HTTP Error: 500');
const silentRefusal = failureOf({}, 'refused', 200, 'API request failed');
const offline = new ApiError({ kind: 'network', status: 0, message: 'Network error occurred' });
const bug = new TypeError('x is undefined');

describe('the words for a failed call', () => {
  it.each([
    ['several errors', many, 'One, Two', 'One', ['One', 'Two']],
    ['a message', told, 'M', 'M', ['M']],
    ['only a status', silentStatus, 'HTTP Error: 500', fallback, [fallback]],
    ['a refusal without words', silentRefusal, fallback, fallback, [fallback]],
    [
      'no connection',
      offline,
      'Network error occurred',
      'Network error occurred',
      ['Network error occurred'],
    ],
    ['a fault of ours', bug, fallback, fallback, [fallback]],
  ])('%s', (_, error, joined, first, each) => {
    expect(joinedErrors(error, fallback)).toBe(joined);
    expect(firstError(error, fallback)).toBe(first);
    expect(eachError(error, fallback)).toEqual(each);
  });
});

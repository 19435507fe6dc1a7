import { expect, it } from 'vitest';
import { movementState, statusWord } from './movement-words.ts';

it.each([
  ['completed', 'completed', 'Completed'],
  ['SUCCESS', 'completed', 'Completed'],
  ['PENDING', 'pending', 'Pending'],
  ['PROCESSING', 'processing', 'Processing'],
  ['FAILED', 'failed', 'Failed'],
  ['REFUNDED', null, 'REFUNDED'],
  ['constructor', null, 'constructor'],
  ['', null, ''],
])('the status "%s" is the state %s with the word "%s"', (status, state, word) => {
  expect(movementState(status)).toBe(state);
  expect(statusWord(status)).toBe(word);
});

import type { Task } from 'graphile-worker';
import type { LateQuestions } from '../payments/running/late-questions.ts';

/** Every minute, on whichever instance is first. */
export const askAgainSchedule = '* * * * * ask-again ?max=1';

export function askAgainTask(lateQuestions: LateQuestions | undefined): Task {
  return async (_payload, { abortSignal }) => {
    await lateQuestions?.ask(abortSignal);
  };
}

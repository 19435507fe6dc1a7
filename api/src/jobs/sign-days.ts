import type { Task } from 'graphile-worker';
import type { DayProofsService } from '../accounting/day-proofs.service.ts';

/** Every minute, on whichever instance is first: closed days whose server ended before they were signed. */
export const signDaysSchedule = '* * * * * sign-days ?max=1&jobKey=sign-days';

export function signDaysTask(proofs: DayProofsService | undefined): Task {
  return async () => {
    await proofs?.signMissing();
  };
}

import { amountProblem, type AmountRange } from './amount-range.ts';
import { dayProblem, type ListDays } from './list-days.ts';

/** Why nothing can be listed: its days or amounts are impossible. */
export function listProblem(filters: ListDays & AmountRange): string | undefined {
  if (filters.range === 'custom' && dayProblem(filters)) {
    return 'The last day is before the first day';
  }
  return amountProblem(filters) ? 'The range of amounts is not possible' : undefined;
}

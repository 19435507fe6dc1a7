import type { NetworkName } from '@sente/contract/payments';
import type { StoredBulk } from './stored-bulks.queries.ts';

/** A line with what the check found. Amounts are hundredths of UGX. */
export interface CheckedLine {
  readonly number: number;
  /** 256772123456 */
  readonly phoneNumber: string | null;
  readonly network: NetworkName | null;
  readonly amount: bigint | null;
  readonly nameGiven: string | null;
  readonly nameFound: string | null;
  readonly reference: string | null;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

export const faulty = (line: CheckedLine, fault: string): CheckedLine => ({
  ...line,
  faults: [...line.faults, fault],
});
export const warned = (line: CheckedLine, warning: string): CheckedLine => ({
  ...line,
  warnings: [...line.warnings, warning],
});

/** Somebody looks at a warning, but nobody at what a company's systems order. */
export const doubtful = (bulk: StoredBulk, line: CheckedLine, text: string): CheckedLine =>
  bulk.origin === 'api' ? faulty(line, text) : warned(line, text);

import type {
  StatementFile,
  StatementLine,
  StatementWallet,
} from '@sente/contract/network-statements';
import { paths } from '../../lib/paths.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';

export const placesShown = { MTN: 'MTN MoMo', AIRTEL: 'Airtel Money', BANK: 'Bank' } as const;

export const walletNames: Record<StatementWallet, string> = {
  both: 'Collections and payouts',
  collection: 'Collections only',
  payout: 'Payouts only',
};

const states: Record<StatementFile['state'], { label: string; tone: Tone }> = {
  importing: { label: 'Importing', tone: 'info' },
  done: { label: 'Imported', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

export function StatementState({ state }: Pick<StatementFile, 'state'>) {
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>;
}

const findings: Record<NonNullable<StatementLine['found']>, { label: string; tone: Tone }> = {
  open: { label: 'Waits', tone: 'neutral' },
  matched: { label: 'Matched', tone: 'success' },
  differs: { label: 'Differs', tone: 'warning' },
  netted: { label: 'Taken back', tone: 'neutral' },
  case: { label: 'Missing', tone: 'warning' },
  settled: { label: 'Settled', tone: 'success' },
  said: { label: 'Failed there', tone: 'neutral' },
};

/** What matching made of a line, with the case that it became. */
export function LineFinding({ of: { found, status, caseId } }: { of: StatementLine }) {
  if (found === null) {
    return (
      <span className="text-muted">{status === 'pending' ? 'Pending there' : 'Not compared'}</span>
    );
  }
  const { label, tone } = findings[found];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {caseId ? (
        <Link
          to={paths.reconciliationCase(caseId)}
          className="block w-fit rounded-sm text-13 underline underline-offset-3"
        >
          Open the case
        </Link>
      ) : null}
    </>
  );
}

const sources: Record<StatementFile['source'], string> = {
  upload: 'Uploaded',
  folder: 'From the folder',
  call: 'Asked from the network',
  simulator: 'Asked from the simulator',
};

/** Who or what brought it. */
export function broughtBy({ source, importedBy }: StatementFile): string {
  return importedBy ?? sources[source];
}

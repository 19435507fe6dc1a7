import type { StatementFile, StatementWallet } from '@sente/contract/network-statements';
import { Badge, type Tone } from '../../ui/badge.tsx';

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
};

export function StatementState({ state }: Pick<StatementFile, 'state'>) {
  return <Badge tone={states[state].tone}>{states[state].label}</Badge>;
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

import type { CasePair } from '@sente/contract/case-pair';
import {
  caseActionLabel,
  caseAt,
  caseTexts,
  type CaseAction,
  type CaseKindName,
} from '@sente/contract/case-kinds';
import { dayWords } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import { placeWords, type StatementPlace } from '@sente/contract/network-statements';
import { toUgx } from '../db/amounts.ts';
import type { ApprovalRow } from './approvals.queries.ts';

/* What is asked for about the books and the statements that they are compared with. */

export function statementSentence({ details }: ApprovalRow): string {
  const place = placeWords[details['network'] as StatementPlace];
  const lines = Number(details['lines']);
  const count = lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`;
  return `Withdraw the statement ${textOf(details['name'])} of ${place}: its ${count} and the cases that rest on them are no longer counted. Nothing is posted, and the file can be imported again.`;
}

export function daySentence({ details }: ApprovalRow): string {
  return `Close ${dayOf(details['day'])} for ever: nothing is booked into it any more, and what companies had at its end is signed.`;
}

/** What speaks against the pair that it makes. */
export function differencesOf({ details }: ApprovalRow): string[] {
  const pair = details['pair'] as CasePair | undefined;
  return pair?.differences.map(({ text }) => text) ?? [];
}

export function caseSentence({ details, amount }: ApprovalRow): string {
  const network = details['network'] as StatementPlace;
  const label = lowered(caseAt(details['caseKind'] as CaseKindName, network));
  const of = `Case ${Number(details['number'])} (${label}, ${ugx(amount)})`;
  const action = details['action'] as CaseAction;
  if (action === 'match') {
    return `${of} is the other side of case ${Number(details['otherNumber'])}. Nothing is posted.`;
  }
  return `${of}: ${actionWords(action, network, details)}.`;
}

export function casesSentence({ details, amount }: ApprovalRow): string {
  const numbers = details['numbers'] as number[];
  const network = details['network'] as StatementPlace;
  const { label } = caseTexts(details['caseKind'] as CaseKindName, network);
  const action = details['action'] as CaseAction;
  return `${numbers.length} cases (${lowered(label)}, ${ugx(amount)} together), each by itself: ${actionWords(action, network, details)}. Cases ${numbers.join(', ')}.`;
}

function actionWords(
  action: CaseAction,
  network: StatementPlace,
  details: ApprovalRow['details'],
): string {
  return action === 'wait'
    ? `wait until ${dayOf(details['until'])}`
    : lowered(caseActionLabel(action, network));
}

function dayOf(value: unknown): string {
  return dayWords(new Date(textOf(value)));
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function ugx(hundredths: string | null): string {
  return formatUgx(toUgx(hundredths ?? '0'));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import { describeRule, type FeeRule } from '@sente/contract/fees';
import { timeWords } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';

/** Of a request for a lower fee that waits: the planned one that takes its place, if there is one. */
export interface NextFee {
  readonly next_fee: { readonly at: string; readonly rule: FeeRule } | null;
}

/** Of a request `q` of the kind "fee". Amounts of schedules are in hundredths. */
export const nextFee = `select jsonb_build_object('at', f.effective_from, 'rule',
    case when f.percent_hundredths is not null then jsonb_build_object('kind', 'percent',
      'percent', f.percent_hundredths / 100.0, 'minimum', f.minimum / 100.0,
      'maximum', f.maximum / 100.0)
    else jsonb_build_object('kind', 'banded', 'bands', (
      select jsonb_agg(jsonb_build_object('upTo', b.upto / 100.0, 'fee', b.fee / 100.0) order by b.place)
      from unnest(f.band_ends, f.band_fees) with ordinality b (upto, fee, place)
    )) end)
  from fee_schedules f
  where f.company_id = q.company_id and f.direction = q.details->>'direction'
    and f.effective_from > greatest(now(), (q.details->>'effectiveFrom')::timestamptz, (
      select t.effective_from from fee_schedules t where t.id = (q.details->>'feeId')::uuid
    ))
  order by f.effective_from limit 1`;

interface Asked {
  readonly details: Readonly<Record<string, unknown>>;
}

export function feeSentence({ details, next_fee: next }: Asked & NextFee): string {
  const of = `${textOf(details['direction'])}s`;
  const fee = textOf(details['fee']);
  const before = textOf(details['before']) || 'no fee';
  const until = next
    ? ` until ${timeWords(new Date(next.at))}, when ${describeRule(next.rule, formatUgx)} begins as planned`
    : null;
  if (details['feeId']) {
    return `Take back the planned fee on ${of} (${fee}): ${before} stays${until ?? ''}.`;
  }
  const from = textOf(details['from']) || 'the approval';
  return until
    ? `Set the fee on ${of} to ${fee} from ${from}${until}. Before that: ${before}.`
    : `Set the fee on ${of} to ${fee} from ${from} on. Until then: ${before}.`;
}

export function taxSentence({ details }: Asked): string {
  const of = `${textOf(details['name'])} on ${textOf(details['direction'])}s of all companies`;
  const [text, before] = [textOf(details['text']), textOf(details['before'])];
  if (details['taxId']) return `Take back the planned tax ${of} (${text}): ${before} stays.`;
  return `Set the tax ${of} to ${text} from ${textOf(details['from']) || 'the approval'} on. Until then: ${before}.`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

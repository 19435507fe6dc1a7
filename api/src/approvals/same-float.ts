import { dayWords } from '@sente/contract/kampala';
import { placeWords, type StatementPlace } from '@sente/contract/network-statements';

/* The bank's reference tells two requests apart, but not a request from what a case has booked already. */

/** An equal transfer that was booked within days. */
interface SameFloat {
  readonly day: string;
  readonly caseNumber: number | null;
}

/** Of a request in the queue. */
export interface FloatAbout {
  /** Of a transfer of float that waits: an equal one that was booked within days. */
  readonly same_float: SameFloat | null;
}

/** By its id, which has its time: the provider may have many transactions. */
const sinceDays = `rpad(lpad(to_hex((extract(epoch from now() - interval '7 days') * 1000)::bigint), 12, '0'), 32, '0')::uuid`;

/** A transfer between the bank and the same network, of the same amount and direction, that counts. */
export const sameFloat = `select jsonb_build_object('day', kampala_day(t.finished_at), 'caseNumber', (
      select c.number from reconciliation_bookings b join reconciliation_cases c on c.id = b.case_id
      where b.transaction_id = t.id limit 1
    ))
    from transactions t
    where t.company_id = q.company_id and t.id > ${sinceDays} and t.kind = 'float' and t.amount = q.amount
      and t.status = 'completed'
      and t.type = (case q.details -> 'transfer' ->> 'direction' when 'to-network' then 'credit' else 'debit' end)::transaction_type
      and exists (
        select from entries e join accounts x on x.id = e.account_id
        where e.company_id = t.company_id and e.transaction_id = t.id
          and x.network = q.details -> 'transfer' ->> 'network'
      )
      and not exists (
        select from transactions o
        where o.company_id = t.company_id and o.reversal_of = t.id and o.status <> 'failed'
      )
    order by t.id desc limit 1`;

export function sameFloatText(
  details: Readonly<Record<string, unknown>>,
  amount: string,
  { day, caseNumber }: SameFloat,
): string {
  const { network, direction } = (details['transfer'] ?? {}) as Readonly<Record<string, string>>;
  const place = placeWords[network as StatementPlace];
  const way = direction === 'to-network' ? `the bank to ${place}` : `${place} to the bank`;
  const by = caseNumber === null ? '' : ` by case ${caseNumber}`;
  return `${amount} from ${way} was booked on ${dayWords(new Date(day))}${by}: make sure that this is another movement.`;
}

import type { PayoutBrake } from '@sente/contract/payout-brakes';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { countText, settlementsText, trippedBy } from './brake-texts.ts';

/** Why payouts are stopped: the sentence, and what was seen against what is usual. */
export function BrakeReason({ brake }: { brake: PayoutBrake }) {
  const { reason, figures, trippedAt, companyId, companyName, end } = brake;
  return (
    <Card title={end ? 'Why payouts were stopped' : 'Why payouts are stopped'}>
      <p className="text-base font-medium wrap-anywhere">{reason}</p>
      <p className="mt-1 text-13 text-muted">
        {trippedBy(brake)}, <DateText value={trippedAt} format="dateTime" /> (
        <RelativeTime value={trippedAt} />)
        {companyId && companyName ? (
          <>
            {' · '}
            <Link to={paths.company(companyId)} className="underline underline-offset-3">
              {companyName}
            </Link>
          </>
        ) : null}
      </p>
      {figures.length > 0 ? <Figures figures={figures} /> : null}
    </Card>
  );
}

function Figures({ figures }: Pick<PayoutBrake, 'figures'>) {
  return (
    <div className="mt-4 overflow-x-auto">
      <table className="w-full max-w-xl text-13">
        <caption className="sr-only">What was seen, against what is usual</caption>
        <thead>
          <tr className="border-b text-left text-muted">
            <th scope="col" className="py-1.5 pr-4 font-medium">
              Sign
            </th>
            <th scope="col" className="py-1.5 pr-4 text-right font-medium">
              Seen
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              Usual
            </th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ label, seen, usual }) => (
            <tr key={label} className="border-b last:border-b-0">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {label}
              </th>
              <td className="tabular py-1.5 pr-4 text-right font-medium">{seen}</td>
              <td className="tabular py-1.5 text-right whitespace-nowrap text-muted">{usual}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const outcomeTexts = {
  released: 'All held payouts were released',
  cancelled: 'All held payouts were cancelled',
  partly: 'Some held payouts were cancelled, the others released',
};

/** Who ended it, when and why, and what became of the payouts. */
export function BrakeEnd({ end }: { end: NonNullable<PayoutBrake['end']> }) {
  const waited = settlementsText(end.heldSettlements);
  return (
    <Card title="How it ended">
      <p className="mb-4 text-base font-medium">
        {end.releasedCount + end.cancelledCount === 0
          ? `Payouts go out again; ${waited === '' ? 'none' : `no payout, but ${waited},`} had to wait`
          : outcomeTexts[end.outcome]}
      </p>
      <DetailList
        columns={3}
        items={[
          { label: 'Ended', value: <DateText value={end.at} format="dateTime" /> },
          { label: 'Proposed by', value: end.proposedBy },
          {
            label: 'Approved by',
            value: (
              <Link to={paths.approval(end.approvalId)} className="underline underline-offset-3">
                {end.approvedBy}
              </Link>
            ),
          },
          { label: 'Released', value: countText(end.releasedCount, end.releasedAmount) },
          { label: 'Cancelled', value: countText(end.cancelledCount, end.cancelledAmount) },
          ...(waited ? [{ label: 'Settlements that went on', value: waited }] : []),
          { label: 'Reason', value: end.reason ?? '-' },
        ]}
      />
    </Card>
  );
}

import { kindLabel, limitName, limitText, placeTitle } from '@sente/contract/limit-words';
import type { LimitPreview } from '@sente/contract/limits';
import { formatUgx } from '@sente/contract/money';
import { Banner } from '../../ui/banner.tsx';

/** What the typed limits would have refused in the past. */
export function PreviewResult({ preview }: { preview: LimitPreview }) {
  const { days, payments, refused, refusedAmount, byLimit, isCut } = preview;
  const among = `of ${payments.toLocaleString('en-US')} payments of the last ${days} days`;
  return (
    <Banner
      tone={refused === 0 ? 'success' : 'warning'}
      className="mt-4"
      title={
        refused === 0
          ? `They would have refused none ${among}`
          : `They would have refused ${refused.toLocaleString('en-US')} ${among}, ${formatUgx(refusedAmount)}`
      }
    >
      {byLimit.length > 0 ? (
        <ul className="tabular mt-1 text-13">
          {byLimit.map((limit) => (
            <li key={limitName(limit)}>
              {`${placeTitle(limit)}, ${kindLabel(limit.kind, limit.direction)} ${limitText(limit.kind, limit.most)}: ${limit.refused.toLocaleString('en-US')} refused, ${formatUgx(limit.amount)}`}
            </li>
          ))}
        </ul>
      ) : null}
      {isCut ? (
        <p className="mt-1 text-13">Only the first 200,000 payments were looked at.</p>
      ) : null}
    </Banner>
  );
}

import type { TransactionDetails } from '@sente/contract/transaction-details';
import { formatAmount } from '../lib/money.ts';

const headClass = 'border-b px-2 py-2 text-13 font-medium text-muted sm:px-3 first:pl-0 last:pr-0';
const cellClass = 'border-b px-2 py-2 first:pl-0 last:pr-0 max-sm:text-13 sm:px-3';

interface LegsTableProps extends Pick<TransactionDetails, 'legs'> {
  /**
   * For staff: amounts are debits and credits, as in the trial balance, where what the provider owes is a credit.
   */
  isBooked?: boolean | undefined;
  /** The company in whose books the accounts are, where nothing around says it. */
  booksOf?: string | undefined;
}

/** The amount that each account gained or lost. */
export function LegsTable({ legs, isBooked = false, booksOf }: LegsTableProps) {
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">What each account gained or gave, in UGX</caption>
      <thead>
        <tr>
          <th scope="col" className={`${headClass} text-left`}>
            Account
          </th>
          <th scope="col" className={`${headClass} text-right`}>
            Amount (UGX)
          </th>
          <th scope="col" className={`${headClass} text-right`}>
            Balance after (UGX)
          </th>
        </tr>
      </thead>
      <tbody>
        {legs.map(({ account, amount, balanceAfter }, index) => (
          // Two accounts may have the same name; the order of an answer never changes.
          <tr key={`${index} ${account}`}>
            <th scope="row" className={`${cellClass} text-left font-normal wrap-anywhere`}>
              {account}
              {booksOf ? <span className="block text-13 text-muted">{booksOf}</span> : null}
            </th>
            <td className={`${cellClass} tabular text-right font-medium whitespace-nowrap`}>
              {isBooked ? (
                <Booked amount={amount} />
              ) : (
                `${amount > 0 ? '+' : ''}${formatAmount(amount)}`
              )}
            </td>
            <td className={`${cellClass} tabular text-right whitespace-nowrap text-muted`}>
              {balanceAfter === null ? null : isBooked ? (
                <Booked amount={balanceAfter} />
              ) : (
                formatAmount(balanceAfter)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** As accountants write it; nothing is neither. */
function Booked({ amount }: { amount: number }) {
  return (
    <>
      {formatAmount(Math.abs(amount))}
      {amount === 0 ? null : (
        <span className="font-normal text-muted">{amount < 0 ? ' Dr' : ' Cr'}</span>
      )}
    </>
  );
}

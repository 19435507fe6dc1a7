import type { TransactionDetails } from '@sente/contract/transaction-details';
import { formatAmount } from '../lib/money.ts';

/* On a phone both amounts are below their account: beside it, two of eight digits would leave their box. */
const rowClass = 'max-sm:grid max-sm:grid-cols-2 max-sm:border-b max-sm:py-2';
const headClass = 'text-13 font-medium text-muted sm:border-b sm:px-3 sm:py-2 first:pl-0 last:pr-0';
const cellClass = 'max-sm:text-13 sm:border-b sm:px-3 sm:py-2 first:pl-0 last:pr-0';
const accountClass = 'text-left max-sm:col-span-2';
const amountClass = 'max-sm:text-left sm:text-right';

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
    <table className="w-full border-separate border-spacing-0 max-sm:block">
      <caption className="sr-only">What each account gained or gave, in UGX</caption>
      <thead className="max-sm:block">
        <tr className={rowClass}>
          <th scope="col" className={`${headClass} ${accountClass}`}>
            Account
          </th>
          <th scope="col" className={`${headClass} ${amountClass}`}>
            Amount (UGX)
          </th>
          <th scope="col" className={`${headClass} text-right`}>
            Balance after (UGX)
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {legs.map(({ account, amount, balanceAfter }, index) => (
          // Two accounts may have the same name; the order of an answer never changes.
          <tr key={`${index} ${account}`} className={rowClass}>
            <th scope="row" className={`${cellClass} ${accountClass} font-normal wrap-anywhere`}>
              {account}
              {booksOf ? <span className="block text-13 text-muted">{booksOf}</span> : null}
            </th>
            <td className={`${cellClass} ${amountClass} tabular font-medium whitespace-nowrap`}>
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

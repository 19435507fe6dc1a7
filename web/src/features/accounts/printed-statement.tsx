import type { Account } from '@sente/contract/accounts';
import { createPortal } from 'react-dom';
import { formatAmount } from '../../lib/money.ts';
import type { StatementDays, StatementLine } from './statement.ts';

export interface StatementOnPaper {
  readonly days: StatementDays;
  readonly lines: readonly StatementLine[];
}

interface PrintedStatementProps extends StatementOnPaper {
  account: Account;
}

/** Also in the dialog. */
export const statementDay = 'By the day on which a transaction finished and the money moved.';

const columns = ['Date', 'Reference', 'Description', 'Debit', 'Credit', 'Balance'];

/** Hidden on screen; in print everything else is hidden. */
export function PrintedStatement({ account, days, lines }: PrintedStatementProps) {
  return createPortal(
    <article data-print="only" aria-hidden="true" className="text-13">
      <header className="mb-6 flex items-start justify-between gap-6">
        <div>
          <h1 className="text-xl font-semibold">Account Statement</h1>
          <p>{`${days.startDate} to ${days.endDate}, times of Kampala, amounts in UGX`}</p>
          <p>{statementDay}</p>
        </div>
        <p className="text-lg font-semibold">Sente</p>
      </header>
      <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {[
          ['Company', account.companyName ?? ''],
          ['Account', account.accountName],
          ['Account Number', account.accountNumber],
        ].map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="tabular font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b-2">
            {columns.map((name, index) => (
              <th key={name} className={index < 3 ? 'py-1 text-left' : 'py-1 pl-3 text-right'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // Nothing of a printed line ever changes its place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} className="border-b align-top">
              <td className="tabular py-1 pr-3 whitespace-nowrap">{line.date}</td>
              <td className="py-1 pr-3 wrap-anywhere">{line.reference}</td>
              <td className="py-1">{line.description}</td>
              <Amount text={line.debit} />
              <Amount text={line.credit} />
              <Amount text={line.balance} />
            </tr>
          ))}
        </tbody>
      </table>
    </article>,
    document.body,
  );
}

function Amount({ text }: { text: string }) {
  return (
    <td className="tabular py-1 pl-3 text-right whitespace-nowrap">
      {text === '' ? '' : formatAmount(Number(text))}
    </td>
  );
}

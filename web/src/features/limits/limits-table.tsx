import { kindLabel } from '@sente/contract/limit-words';
import { limitKinds, limitScopes, type LimitBody } from '@sente/contract/limits';
import type { PaymentDirection } from '@sente/contract/payments';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { scopeLabel } from './limit-texts.ts';

interface LimitsTableProps {
  direction: PaymentDirection;
  /** The label says which limit it is without the heads of the table. */
  cell: (limit: Omit<LimitBody, 'most'>, label: string) => ReactNode;
}

const head = 'pb-2 text-left text-13 font-medium text-muted';

/** What is limited, line by line, beside what it is limited for. On a phone they are below the line's name. */
export function LimitsTable({ direction, cell }: LimitsTableProps) {
  const title = direction === 'payout' ? 'Payouts' : 'Collections';
  return (
    <Card title={title}>
      <table className="w-full table-fixed max-md:block">
        <caption className="sr-only">Limits of {title.toLowerCase()}</caption>
        <thead className="max-md:hidden">
          <tr>
            <th scope="col" className={`${head} w-1/5`}>
              Limit
            </th>
            {limitScopes.map((scope) => (
              <th key={scope} scope="col" className={head}>
                {scopeLabel({ scope, direction })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {limitKinds.map((kind) => {
            const what = kindLabel(kind, direction);
            return (
              <tr
                key={kind}
                className="border-t max-md:block max-md:py-3 max-md:first:border-t-0 max-md:first:pt-0"
              >
                <th
                  scope="row"
                  className="py-3 pr-4 text-left align-top font-medium max-md:block max-md:p-0 md:pt-5"
                >
                  {what}
                </th>
                {limitScopes.map((scope) => {
                  const place = scopeLabel({ scope, direction });
                  const label = `${what}, ${place.charAt(0).toLowerCase()}${place.slice(1)}`;
                  return (
                    <td
                      key={scope}
                      className="py-3 align-top max-md:mt-2 max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)] max-md:p-0 md:pr-6"
                    >
                      <span aria-hidden="true" className="mt-2 block text-13 text-muted md:hidden">
                        {place}
                      </span>
                      {cell({ scope, direction, kind }, label)}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

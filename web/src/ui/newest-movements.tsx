import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryState } from '../api/query-state.ts';
import { Card } from './card.tsx';
import { DateText } from './date-display.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Money } from './money.tsx';
import { TransactionItem, TransactionLink } from './transaction-link.tsx';

interface Movement {
  readonly transactionId: string;
  readonly amount: number;
  readonly description: string;
  readonly date: string;
}

interface Movements {
  readonly movements: readonly Movement[];
  readonly movementCount: number;
}

interface NewestMovementsProps<Data extends Movements> {
  query: UseQueryResult<Data>;
  className?: string;
  title: string;
  description: string;
  failed: string;
  /** Above the list. */
  summary: (data: Data) => ReactNode;
  label: string;
  /** Before the date. */
  about: (movement: Data['movements'][number]) => string | null;
  /** Below the amount. */
  after: (movement: Data['movements'][number]) => ReactNode;
}

/**
 * An account of the books that few companies have, with its newest movements. Nothing for a company without
 * movements there, and so nothing while it loads.
 */
export function NewestMovements<Data extends Movements>(props: NewestMovementsProps<Data>) {
  const { query, className, title, description, failed, label } = props;
  const { data, failure } = queryState(query);
  if (!failure && !data?.movementCount) return null;
  return (
    <Card className={className} title={title} description={description}>
      {failure ? (
        <ErrorPanel
          className={data ? 'mb-5' : undefined}
          title={failed}
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {data ? (
        <>
          {props.summary(data)}
          <ul aria-label={label} className="mt-4 divide-y border-t empty:hidden">
            {data.movements.map((movement) => (
              <MovementItem
                key={movement.transactionId}
                movement={movement}
                about={props.about(movement)}
                after={props.after(movement)}
              />
            ))}
          </ul>
          {data.movementCount > data.movements.length ? (
            <p className="border-t pt-3 text-13 text-muted">
              The newest {data.movements.length} of {data.movementCount.toLocaleString('en-US')}.
            </p>
          ) : null}
        </>
      ) : null}
    </Card>
  );
}

interface MovementItemProps {
  movement: Movement;
  about: string | null;
  after: ReactNode;
}

function MovementItem({ movement, about, after }: MovementItemProps) {
  const { transactionId, amount, description, date } = movement;
  return (
    <TransactionItem
      transactionId={transactionId}
      className="flex items-start justify-between gap-4 last:pb-0"
    >
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <TransactionLink transactionId={transactionId}>{description}</TransactionLink>
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {about ? `${about} · ` : null}
          <DateText value={date} format="shortTime" />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <Money amount={amount} className="font-medium" />
        {after}
      </div>
    </TransactionItem>
  );
}

import { SearchX } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { placesOf, type Portal } from './transaction-portal.ts';

interface TransactionNotLoadedProps extends Failure {
  portal: Portal;
  failedTitle: string;
}

export function TransactionNotLoaded({ portal, ...failure }: TransactionNotLoadedProps) {
  return (
    <RecordNotLoaded
      {...failure}
      icon={<SearchX />}
      missing={{
        title: 'Transaction not found',
        heading: 'h2',
        hint: 'There is no transaction and no payment with this ID that you may see.',
      }}
      back={placesOf[portal].back}
      className="mb-4"
    />
  );
}

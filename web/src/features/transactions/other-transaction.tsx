import { Link } from '../../ui/link.tsx';
import { shortenId } from '../../ui/transaction-link.tsx';
import { placesOf, type Portal } from './transaction-portal.tsx';

/** A link to another transaction. */
export function OtherTransaction({ id, portal }: { id: string; portal: Portal }) {
  return (
    <Link
      to={placesOf[portal].transaction(id)}
      title={id}
      className="tabular rounded-sm font-medium text-accent-text hover:underline hover:underline-offset-3"
    >
      <span aria-hidden="true">{shortenId(id)}</span>
      <span className="sr-only">transaction {id}</span>
    </Link>
  );
}

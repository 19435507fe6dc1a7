import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { Link } from '../../ui/link.tsx';
import type { Trouble } from './use-request-form.ts';

/** Why nothing was filed, or that nobody knows; the fields tell the rest. */
export function RequestTrouble({ trouble }: { trouble: Trouble | null }) {
  const list = (
    <Link
      to={paths.client.apiTransactions()}
      data-discard=""
      className="rounded-sm text-accent-text underline"
    >
      the API transactions
    </Link>
  );
  if (trouble?.isReused) {
    return (
      <Banner tone="warning" title="An earlier try was filed after all">
        With what was typed then. Look at {list} before you ask again.
      </Banner>
    );
  }
  if (trouble?.isOpen) {
    return (
      <Banner tone="warning" title="The request may have been filed">
        {trouble.text}. Try again without changing anything: the same form files one request,
        however often it is sent. Or look at {list}.
      </Banner>
    );
  }
  return (
    // Takes no room of its own while it is empty.
    <div className="-mt-5">
      <DialogError>{trouble?.text}</DialogError>
    </div>
  );
}

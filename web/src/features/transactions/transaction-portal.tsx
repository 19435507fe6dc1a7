import { SearchX } from 'lucide-react';
import type { Failure } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { useLeftList } from '../../lib/way-back.ts';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

export type Portal = 'admin' | 'client';

interface Places {
  readonly transaction: (id: string) => string;
  readonly receipt: (id: string) => string;
  readonly account: (companyId: string, accountId: string) => string;
  readonly user: (id: string) => string;
  readonly product: (companyId: string, productId: string) => string;
  readonly webhooks: (companyId: string) => string;
  /** Undefined where a company has no page. */
  readonly company?: (id: string) => string;
  readonly back: Back;
}

interface Back {
  readonly to: string;
  readonly label: string;
}

/** Where the links of a transaction lead in each portal. */
export const placesOf: Readonly<Record<Portal, Places>> = {
  admin: {
    transaction: paths.transaction,
    receipt: paths.receipt,
    account: paths.companyAccount,
    user: paths.user,
    product: paths.companyProduct,
    webhooks: (companyId) => paths.companyCredentials(companyId),
    company: paths.company,
    back: { to: paths.transactions(), label: 'Transactions' },
  },
  client: {
    transaction: paths.client.transaction,
    receipt: paths.client.receipt,
    account: (_companyId, accountId) => paths.client.account(accountId),
    user: paths.client.user,
    webhooks: paths.client.webhooks,
    product: (_companyId, productId) => paths.client.internetProduct(productId),
    back: { to: paths.client.transactions(), label: 'Transactions' },
  },
};

/** The list that one came from: the client portal has two of them. */
export function useTransactionList(portal: Portal): Back {
  const left = useLeftList(paths.client.apiTransactions(), paths.client.transactions());
  if (portal === 'admin' || left === undefined) return placesOf[portal].back;
  return { to: left, label: 'API Transactions' };
}

interface TransactionNotLoadedProps extends Failure {
  portal: Portal;
  failedTitle: string;
}

export function TransactionNotLoaded({ portal, ...failure }: TransactionNotLoadedProps) {
  const { to, label } = useTransactionList(portal);
  return (
    <RecordNotLoaded
      {...failure}
      icon={<SearchX />}
      missing={{
        title: 'Transaction not found',
        heading: 'h2',
        hint: 'There is no transaction and no payment with this ID here.',
      }}
      back={{ to, label: `Back to ${label}` }}
      className="mb-4"
    />
  );
}

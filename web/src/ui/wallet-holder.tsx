import { networks, type WalletHolder as Holder } from '@sente/contract/networks';
import { networkNames, type NetworkName } from '@sente/contract/payments';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { cn } from '../lib/cn.ts';

interface WalletHolderProps {
  companyId: string;
  /** As typed. */
  phoneNumber: string;
  network: string;
  className?: string | undefined;
}

interface WantedHolder {
  companyId: string;
  phoneNumber: string;
  network: NetworkName | undefined;
}

const freshForMs = 5 * 60_000;

/** Without a retry: what is not answered is said to be unknown. */
const holderQuery = ({ companyId, ...query }: WantedHolder) =>
  queryOptions({
    queryKey: keys.walletHolder({ companyId, ...query }),
    queryFn: async ({ signal }) =>
      (await call(networks.holder, { params: { companyId }, query, signal })).data,
    staleTime: freshForMs,
    retry: false,
  });

/** Nine digits after the country code or the zero. */
const completeNumber = /^(?:\+?256|0)?7\d{8}$/;

/** Asks once number and network are complete. */
export function useWalletHolder({ companyId, phoneNumber, network }: WalletHolderProps) {
  const number = phoneNumber.replaceAll(/[\s().-]/g, '');
  const named = networkNames.find((name) => name === network);
  const isComplete = completeNumber.test(number) && named !== undefined;
  const { data, isError } = useQuery({
    ...holderQuery({ companyId, phoneNumber: number, network: named }),
    enabled: isComplete,
  });
  return { isComplete, holder: isError ? unknown : data };
}

/** Who receives the money. It informs and never blocks. */
export function WalletHolder({ className, ...wallet }: WalletHolderProps) {
  const { isComplete, holder } = useWalletHolder(wallet);
  return (
    <p role="status" className={cn('text-13 text-muted empty:hidden', className)}>
      {isComplete ? holderText(holder) : null}
    </p>
  );
}

const unknown: Holder = { status: 'unknown', name: null };

function holderText(holder: Holder | undefined): string {
  switch (holder?.status) {
    case undefined:
      return 'Looking up who has this number...';
    case 'registered':
      return holder.name === null
        ? 'This number is registered; the network does not tell to whom.'
        : `Registered to ${holder.name}`;
    case 'barred':
      return `Registered${holder.name === null ? '' : ` to ${holder.name}`}, but the network has stopped this wallet.`;
    case 'not-registered':
      return 'This number is not registered for mobile money on this network.';
    case 'unknown':
      return 'The network could not be asked who has this number.';
  }
}

import type { Approval } from '@sente/contract/approval';
import { holderText, useWalletHolder } from '../../ui/wallet-holder.tsx';

/**
 * Who gets the money of a payout: by the company's own check, or else by the network, asked only for whoever can
 * approve it, and what speaks against the number.
 */
export function usePayee({
  kind,
  payeeName,
  canApprove,
  companyId,
  phoneNumber,
  network,
}: Approval) {
  const isAsked = kind === 'payout' && canApprove && payeeName === null;
  const { holder } = useWalletHolder({
    companyId: companyId ?? '',
    phoneNumber: isAsked ? (phoneNumber ?? '') : '',
    network: network ?? '',
  });
  const isDoubtful = holder?.status === 'not-registered' || holder?.status === 'barred';
  return {
    name: payeeName ?? holder?.name ?? null,
    doubt: isDoubtful ? holderText(holder) : null,
  };
}

const reasons: Partial<Record<string, string>> = {
  insufficient_funds: 'Not enough money on the account',
  inactive_account: 'The account is inactive',
  declined: 'Declined by the other side',
};

/** Why a transaction failed, in words; an unknown reason stays readable. */
export function failureReason(reason: string | null): string {
  if (!reason) return 'No reason was given';
  const text = reasons[reason] ?? reason.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What every screen shows and filters by; the code beside it means different things elsewhere. */
export function typeNameOf(account: { readonly accountTypeName: string | null }): string {
  return account.accountTypeName?.trim() || 'Unknown';
}

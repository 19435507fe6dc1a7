/** SQL: what a company owes the provider, in hundredths of UGX, at or above zero. */
export function debtOf(companyId: string): string {
  return `coalesce((
    select -debt.balance from accounts debt
    where debt.company_id = ${companyId} and debt.kind = 'receivable'
  ), 0)`;
}

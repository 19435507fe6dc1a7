/** The reversal of a transaction. Matches the partial index of reversals, without failed ones. */
export function reversalOf(id: string, companyId: string): string {
  return `(
    select r.id from transactions r
    where r.reversal_of = ${id} and r.company_id = ${companyId} and r.status <> 'failed'
  )`;
}

/** The same for a transaction `t`. */
export const reversedBy = reversalOf('t.id', 't.company_id');

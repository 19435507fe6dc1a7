/** The reversal of a transaction `t`. Matches the partial index of reversals, without failed ones. */
export const reversedBy = `(
  select r.id from transactions r
  where r.reversal_of = t.id and r.company_id = t.company_id and r.status <> 'failed'
)`;

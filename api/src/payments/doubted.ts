/**
 * Whether a payment failed and people decide if the network paid it after all: until then it is not ordered anew.
 * `payment` is the alias of a row of `payments`.
 */
export function isDoubted(payment: string): string {
  return `(case when ${payment}.status = 'FAILED'
    then payment_is_checked(${payment}.company_id, ${payment}.id) else false end)`;
}

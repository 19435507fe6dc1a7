/** Amount format of both networks: whole shillings without decimals. */
export function amountText(hundredths: bigint): string {
  const fraction = hundredths % 100n;
  const whole = String(hundredths / 100n);
  return fraction === 0n ? whole : `${whole}.${String(fraction).padStart(2, '0')}`;
}

/** Null if it cannot be parsed. */
export function parseAmount(value: string): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(value);
  if (!match) return null;
  return BigInt(match[1] ?? '') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/** A balance, which may have commas between the thousands; null if it cannot be parsed. */
export function parseBalance(value: string): bigint | null {
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(value);
  return parseAmount(isGrouped ? value.replaceAll(',', '') : value);
}

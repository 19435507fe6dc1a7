/** Change between two amounts or counts, in percent with one decimal. */
export function changePercent(now: bigint, before: bigint): number {
  return Number(tenthsOfPercent(now, before)) / 10;
}

/** "+4.2%", "-1.0%", or "0%" without a change. */
export function changeText(now: bigint, before: bigint): string {
  const tenths = tenthsOfPercent(now, before);
  if (tenths === 0n) return '0%';
  return `${tenths > 0n ? '+' : ''}${(Number(tenths) / 10).toFixed(1)}%`;
}

/** Rounded half away from zero. A change from zero counts as 100 %. */
function tenthsOfPercent(now: bigint, before: bigint): bigint {
  const difference = now - before;
  if (before === 0n) return 1000n * sign(difference);
  const size = absolute(before);
  return sign(difference) * ((absolute(difference) * 2000n + size) / (2n * size));
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function sign(value: bigint): bigint {
  return value === 0n ? 0n : value / absolute(value);
}

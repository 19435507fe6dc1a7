import { randomInt } from 'node:crypto';

/** Twelve digits: a fixed first digit, ten random ones, and a check digit. */
export function newAccountNumber(): string {
  const digits = `2${String(randomInt(10_000_000_000)).padStart(10, '0')}`;
  return digits + checkDigit(digits);
}

/** Luhn: detects every single wrong digit and nearly every swap of neighbours. */
export function isAccountNumber(number: string): boolean {
  return /^\d{12}$/.test(number) && checkDigit(number.slice(0, -1)) === number.slice(-1);
}

function checkDigit(digits: string): string {
  const sum = digits
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}

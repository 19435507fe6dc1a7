import { StartError } from './db/embedded/start-error.ts';

/** Of the settings: the environment, or what a test gives instead. */
export type Source = Readonly<Record<string, string | undefined>>;

export function minutes(source: Source, name: string, fallback: number): number {
  return integer(source, name, fallback, 1, 7 * 24 * 60) * 60_000;
}

export function integer(
  source: Source,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = source[name];
  if (!text) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new StartError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}

export function onOff(source: Source, name: string, fallback: boolean): boolean {
  const text = source[name]?.toLowerCase();
  if (!text) return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new StartError(`${name} must be on or off, not "${source[name]}".`);
}

/** What stands before a network's reference, such as MTN-501220931, and people leave out or add. */
const written = /^(?:(mtn|airtel)[\s:_-]*|mp)(?=\d)/i;
const prefixes: Readonly<Record<string, readonly string[]>> = {
  MTN: ['MTN-'],
  // The text message of Airtel has two letters before the number.
  AIRTEL: ['AIRTEL-', 'MP'],
};
/** Shorter ones are more often the beginning of an amount or of a phone number. */
const number = /^\d{6}/;

/** The reference without its network; null if it has none. */
export function withoutNetwork(text: string): string | null {
  const [typed] = written.exec(text) ?? [];
  const rest = typed === undefined ? '' : text.slice(typed.length);
  return number.test(rest) ? rest : null;
}

/** As typed, in capitals and in small letters; that of a network with and without its name. */
export function spellingsOf(text: string): string[] {
  const rest = withoutNetwork(text);
  const typed = [text, ...(rest === null ? [] : [rest])];
  const cased = typed.flatMap((each) => [each, each.toUpperCase(), each.toLowerCase()]);
  return [...new Set([...cased, ...named(text, rest)])];
}

function named(text: string, rest: string | null): string[] {
  if (rest === null && !number.test(text)) return [];
  const network = written.exec(text)?.[1]?.toUpperCase() ?? 'AIRTEL';
  const possible = rest === null ? Object.values(prefixes).flat() : (prefixes[network] ?? []);
  return possible.map((prefix) => `${prefix}${(rest ?? text).toUpperCase()}`);
}

/** In the order in which they are looked for: several browsers also call themselves Chrome or Safari. */
const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** "Chrome on Android": what people recognise their devices by. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown program';
  const find = (list: readonly (readonly [string, RegExp])[]) =>
    list.find(([, shape]) => shape.test(userAgent))?.[0];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (userAgent.split(/[ /]/, 1)[0] || 'Unknown program');
}

/** Kept by the browser, out of reach of scripts. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** With `/api`: where it is used. */
  readonly path: `/api/${string}`;
  readonly seconds: number;
}

export function cookieText({ name, value, path, seconds }: Cookie, isSecure: boolean): string {
  const rest = `Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  // By its name a browser takes it from this host alone and over TLS alone, which requires the path of all.
  return isSecure
    ? `${hostOnly}${name}=${value}; Path=/; ${rest}; Secure`
    : `${name}=${value}; Path=${path}; ${rest}`;
}

const hostOnly = '__Host-';

/** Of the header of a request; null unless it looks like one of our tokens. */
export function cookieIn(cookies: string | undefined, name: string): string | null {
  const value = (of: string) =>
    new RegExp(`(?:^|; *)${of}=([\\w-]{20,100})(?:;|$)`).exec(cookies ?? '')?.[1];
  return value(`${hostOnly}${name}`) ?? value(name) ?? null;
}

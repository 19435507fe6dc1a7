/** Kept by the browser, out of reach of scripts. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** With `/api`: sent with these calls only. */
  readonly path: `/api/${string}`;
  readonly seconds: number;
}

export function cookieText({ name, value, path, seconds }: Cookie, isSecure: boolean): string {
  const text = `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${text}; Secure` : text;
}

/** Of the header of a request; null unless it looks like one of our tokens. */
export function cookieIn(cookies: string | undefined, name: string): string | null {
  const found = new RegExp(`(?:^|; *)${name}=([\\w-]{20,100})(?:;|$)`).exec(cookies ?? '');
  return found?.[1] ?? null;
}

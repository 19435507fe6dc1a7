import { setNonce } from 'get-nonce';

declare global {
  interface Window {
    __nonce__?: string;
  }
}

/*
 * Imported first: passes the page's nonce to the libraries that add <style> elements at run time
 * (Radix' scroll lock through get-nonce, goober through window.__nonce__). In development the
 * placeholder is not replaced and there is no policy.
 */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
const nonce = meta?.nonce;

if (nonce && !nonce.startsWith('__')) {
  window.__nonce__ = nonce;
  setNonce(nonce);
}

import { setNonce } from 'get-nonce';

/*
 * Imported first: passes the page's nonce to Radix' scroll lock, which adds a <style> element at run
 * time. In development the placeholder is not replaced and there is no policy.
 */
const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
const nonce = meta?.nonce;

if (nonce && !nonce.startsWith('__')) setNonce(nonce);

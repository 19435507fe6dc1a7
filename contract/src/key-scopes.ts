/** What a key may be used for. collect: collections and payment links; payout: payouts; read: every GET. */
export const keyScopes = ['collect', 'payout', 'read'] as const;
export type KeyScope = (typeof keyScopes)[number];

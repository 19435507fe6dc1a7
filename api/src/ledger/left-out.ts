import { leftOutKinds as kinds } from '@sente/contract/transaction-kinds';

/** Kinds that are not business, for a list in SQL. */
export const leftOutKinds = kinds.map((kind) => `'${kind}'`).join(', ');

/**
 * The advisory locks of Sente: arbitrary numbers, each for one purpose. SQL cannot import them, so functions
 * repeat theirs; a test compares.
 */
export const lockKeys = {
  /** Instances that start together migrate one after the other. */
  migrate: 7_368_301,
  /** While an empty database is filled. */
  firstData: 7_368_302,
  ledgerCheck: 7_368_303,
  /** ledger_shard: with the number of the shard. */
  ledgerShard: 7_368_304,
  /** People who remove each other's permission to grant staff roles. */
  grantHolders: 7_368_311,
  /** The same for the administrators of a company, by its id. */
  companyAdmins: 7_368_305,
  headOffice: 7_368_306,
  /** audit_chain_extend. */
  auditChain: 7_368_307,
  /** payments_accept, limits_forget, the upkeep: what is counted of a company, by its id. */
  limitCounts: 7_368_308,
  /** The same functions: whether payments of a company are being accepted, by its id. */
  accepting: 7_368_309,
  /** Uploads of voucher codes, by the company's id. */
  upload: 7_368_312,
  /** mails_wait: mails to an address. */
  mailReceiver: 7_368_314,
  /** While somebody chooses or removes a profile picture. */
  pictures: 7_368_313,
  /** transactions_in_open_days: shared by what is booked, alone by who closes a day. */
  closedDays: 7_368_321,
  /** Days are signed one after the other, each naming the one before. */
  dayProofs: 7_368_331,
  /** holdOwnRecords: with the id of the user or company. */
  ownRecords: 7_368_320,
  /** Matching of statements, and whoever settles a case. */
  reconciliation: 7_368_322,
  /** Shared by what is imported, alone by who withdraws a statement. */
  statementLines: 7_368_323,
  /** One statement of a network or of the bank is imported at a time, by its name. */
  statementImport: 7_368_332,
  /** Held by the server whose simulated networks serve the test world. */
  testWorld: 7_368_369,
} as const;

/** Why nothing was measured, in words for whoever started the bench. */
export class BenchError extends Error {}

/** The reason why nothing was measured, printed without a stack. */
export class BenchError extends Error {}

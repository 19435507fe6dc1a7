/** Why nothing of a statement can be imported, for the person who brought it. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
}

import type { Approval } from '@sente/contract/approval';

const cell = 'py-2 pr-2 sm:pr-4 text-left align-top wrap-anywhere';

/** The limits that a request changes, and no others. */
export function ChangesTable({ changes }: { changes: Approval['changes'] }) {
  return (
    // Fixed, so that it fits a phone.
    <table className="mt-2 mb-4 w-full table-fixed max-sm:text-13">
      <caption className="sr-only">What changes</caption>
      <thead>
        <tr className="text-muted">
          {['Limit', 'Before', 'After'].map((head) => (
            <th key={head} scope="col" className={`${cell} font-medium`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, before, after }) => (
          <tr key={what} className="border-t">
            <th scope="row" className={`${cell} font-normal`}>
              {what}
            </th>
            <td className={`${cell} tabular`}>{before}</td>
            <td className={`${cell} tabular font-medium`}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

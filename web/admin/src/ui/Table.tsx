import type { ReactNode } from "react"

/** A column: its heading, and its cell for a row. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers and buttons are aligned to the end. */
  readonly align?: "start" | "end"
  /** Left out on narrow screens. */
  readonly wide?: boolean
  /** Shows the heading only to screen readers, as over a column of buttons. */
  readonly hideTitle?: boolean
}

interface Props<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
}

/** A table. The first column names the row. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  const classOf = ({ align, wide }: Column<Row>) =>
    `px-3 py-2 align-middle ${align === "end" ? "text-end" : "text-start"} ${wide === true ? "hidden md:table-cell" : ""}`
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line bg-card">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-soft">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={`${classOf(column)} font-medium`}>
                {column.hideTitle === true ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-hover">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th
                    key={column.title}
                    scope="row"
                    className={`${classOf(column)} min-w-24 font-normal wrap-anywhere`}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.title} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                )
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import type { DateTime } from "effect"
import { iso } from "../../domain/iso.ts"
import type { Tenant } from "../../domain/Tenant.ts"

/** Rows of one table that are sent as parameters; more are sent as JSON. A statement is planned for each number of rows. */
const fewRows = 2
/** Columns that hold PostgreSQL arrays. In others, arrays and objects are JSON. */
const arrayColumns: ReadonlySet<string> = new Set(["cc", "copy_errors"])
/** JSON columns that may hold any value, including a string. */
const jsonColumns: ReadonlySet<string> = new Set(["custom_fields"])

/** Columns of long texts that every row has. They are sent beside the JSON, whose strings are scanned twice. */
const longTexts: { readonly [table: string]: string } = { comments: "body", events: "payload", receipts: "body" }

interface Row {
  readonly [column: string]: unknown
}

/** One data-modifying statement under construction, with a part for each kind of record. */
export class Writer {
  readonly tenant: Tenant
  /** When the transaction began; `null` if no brand was found, in which case nothing is written. */
  readonly moment: string | null
  readonly parts: Array<string> = []
  readonly parameters: Array<unknown> = []
  /** The condition of every part (`addWhere`), if `askFirst` set one. */
  private condition = ""
  /** Whether every part respects that condition. */
  heeds = true

  constructor(tenant: Tenant, now: DateTime.Utc | undefined) {
    this.tenant = tenant
    this.moment = now === undefined ? null : iso(now)
  }

  /** Makes the parts after this one write only if the expression is null. It is evaluated once, before them. */
  askFirst(expression: string) {
    this.parts.push(`asked as materialized (select ${expression} as otherwise)`)
    this.condition = "(select otherwise is null from asked)"
  }

  /** Adds a parameter; returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`
  }

  /** Adds rows as a JSON parameter; returns its placeholder. */
  rows(values: ReadonlyArray<unknown>): string {
    return `${this.bind(JSON.stringify(values))}::json`
  }

  /** Adds a part that ignores the condition. */
  add(part: string) {
    this.parts.push(part)
    this.heeds = false
  }

  /** Adds a part that ends with the condition, if there is one, followed by `rest`. */
  addWhere(name: string, insert: string, rest = "") {
    const where = this.condition === "" ? "" : `where ${this.condition}`
    this.parts.push(`${name} as (${insert} ${where} ${rest})`)
  }

  /** JSON costs PostgreSQL as much as storing its contents, so few rows are sent value by value. */
  insert(name: string, table: string, columns: ReadonlyArray<string>, values: ReadonlyArray<Row>, rest = "") {
    if (values.length === 0) return
    const list = columns.join(", ")
    const rows =
      values.length <= (this.condition === "" ? fewRows : 1)
        ? this.each(columns, values)
        : this.together(table, columns, values)
    this.addWhere(name, `insert into ${table} (${list}) ${rows}`, rest)
  }

  private each(columns: ReadonlyArray<string>, values: ReadonlyArray<Row>) {
    const row = (one: Row) => columns.map((column) => this.bind(text(column, one[column]))).join(", ")
    // VALUES cannot take the condition, and SELECT has a single row.
    if (this.condition !== "") return `select ${values.map(row)}`
    return `values ${values.map((one) => `(${row(one)})`).join(", ")}`
  }

  private together(table: string, columns: ReadonlyArray<string>, values: ReadonlyArray<Row>) {
    const long = longTexts[table]
    const short = columns.filter((column) => column !== long)
    const read = `json_populate_recordset(null::${table}, ${this.rows(values.map((row) => present(short, row)))})`
    if (long === undefined) return `select ${columns.join(", ")} from ${read}`
    const texts = `${this.bind(values.map((row) => row[long]))}::text[]`
    const list = columns.map((column) => (column === long ? `(${texts})[r.ordinality]` : `r.${column}`))
    return `select ${list.join(", ")} from ${read} with ordinality r`
  }

  /**
   * Sends only the columns that change: a ticket may hold a megabyte that does not. An update that is `awaited` is carried out
   * before the one `awaiting` it; otherwise, the parts of a statement have no order.
   */
  update(
    name: string,
    table: string,
    columns: ReadonlyArray<string>,
    values: ReadonlyArray<Row>,
    order: { readonly awaited?: boolean; readonly awaiting?: string | undefined } = {}
  ) {
    const [first, ...others] = values
    if (first === undefined || columns.length === 0) return
    const conditions = [
      ...(this.condition === "" ? [] : [this.condition]),
      ...(order.awaiting === undefined ? [] : [`(select count(*) >= 0 from ${order.awaiting})`])
    ]
    const condition = conditions.map((one) => `and ${one}`).join(" ") + (order.awaited === true ? " returning 1" : "")
    if (others.length === 0) {
      const set = columns.map((column) => `${column} = ${this.bind(text(column, first[column]))}`).join(", ")
      const [tenant, id] = [this.bind(first["tenant_id"]), this.bind(first["id"])]
      this.parts.push(`${name} as (update ${table} set ${set} where tenant_id = ${tenant} and id = ${id} ${condition})`)
      return
    }
    const set = columns.map((column) => `${column} = r.${column}`).join(", ")
    const sent = ["id", "tenant_id", ...columns]
    const changes = values.map((row) => Object.fromEntries(sent.map((column) => [column, row[column]])))
    this.parts.push(`${name} as (update ${table} t set ${set} from json_populate_recordset(null::${table}, ${this.rows(changes)}) r
      where t.tenant_id = r.tenant_id and t.id = r.id ${condition})`)
  }
}

/** The columns of a row that have a value; the others become null. */
const present = (columns: ReadonlyArray<string>, row: Row): Row => {
  const had: { [column: string]: unknown } = {}
  for (const column of columns) {
    const value = row[column]
    if (value !== null && value !== undefined) had[column] = value
  }
  return had
}

/** A value in PostgreSQL's text form. All are sent untyped, so that statements do not differ by what is null. */
const text = (column: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (jsonColumns.has(column)) return JSON.stringify(value)
  if (typeof value !== "object") return String(value)
  return arrayColumns.has(column) ? value : JSON.stringify(value)
}

/** The records of a batch with these ids. */
export const chosen = <K, V>(ids: Iterable<K>, records: ReadonlyMap<K, V>): ReadonlyArray<V> =>
  [...ids].flatMap((id) => {
    const record = records.get(id)
    return record === undefined ? [] : [record]
  })

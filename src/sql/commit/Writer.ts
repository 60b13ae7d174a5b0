import type { DateTime } from "effect"
import { iso } from "../../domain/iso.ts"
import type { Tenant } from "../../domain/Tenant.ts"

/** Rows of one table that travel as parameters; more travel as JSON. A statement is planned for each number of them. */
const fewRows = 2
/** Columns that hold arrays of PostgreSQL. In others arrays and objects are JSON. */
const arrayColumns: ReadonlySet<string> = new Set(["cc", "copy_errors"])
/** Columns of JSON that may hold anything, a text among it. */
const jsonColumns: ReadonlySet<string> = new Set(["custom_fields"])

/** Columns of long texts that no row lacks. They travel beside the JSON, whose texts are looked through twice. */
const longTexts: { readonly [table: string]: string } = { comments: "body", events: "payload", receipts: "body" }

interface Row {
  readonly [column: string]: unknown
}

/** One data-modifying statement in the making, with a part for each kind of record. */
export class Writer {
  readonly tenant: Tenant
  /** When the transaction began; null where no brand was found, and so nothing is written. */
  readonly moment: string | null
  readonly parts: Array<string> = []
  readonly parameters: Array<unknown> = []
  /** What every part asks first (`addWhere`), where there is something to ask. */
  private condition = ""
  /** Whether every part heeds what was asked first. */
  heeds = true

  constructor(tenant: Tenant, now: DateTime.Utc | undefined) {
    this.tenant = tenant
    this.moment = now === undefined ? null : iso(now)
  }

  /** Has the parts after this one write only where the expression is null. It is asked once, before them. */
  askFirst(expression: string) {
    this.parts.push(`asked as materialized (select ${expression} as otherwise)`)
    this.condition = "(select otherwise is null from asked)"
  }

  /** The place of a parameter. */
  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`
  }

  /** The place of rows. */
  rows(values: ReadonlyArray<unknown>): string {
    return `${this.bind(JSON.stringify(values))}::json`
  }

  /** A part that writes whatever was asked first. */
  add(part: string) {
    this.parts.push(part)
    this.heeds = false
  }

  /** A part that ends with the condition, if there is one; `rest` comes after it. */
  addWhere(name: string, insert: string, rest = "") {
    const where = this.condition === "" ? "" : `where ${this.condition}`
    this.parts.push(`${name} as (${insert} ${where} ${rest})`)
  }

  /** JSON costs PostgreSQL as much again as storing what it holds, so few rows travel value by value. */
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
    // VALUES has no place for the condition, and SELECT has one row.
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
   * Only what changes travels: a ticket may hold a megabyte that stays as it is. An update that others are `awaiting` is
   * carried out before them; the rest of a statement has no order.
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

/** What a row has: the others are null. */
const present = (columns: ReadonlyArray<string>, row: Row): Row => {
  const had: { [column: string]: unknown } = {}
  for (const column of columns) {
    const value = row[column]
    if (value !== null && value !== undefined) had[column] = value
  }
  return had
}

/** A value as PostgreSQL reads it. All are sent without a type, so that a statement does not differ by what is null. */
const text = (column: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (jsonColumns.has(column)) return JSON.stringify(value)
  if (typeof value !== "object") return String(value)
  return arrayColumns.has(column) ? value : JSON.stringify(value)
}

/** Those of a batch's records that were decided on. */
export const chosen = <K, V>(ids: Iterable<K>, records: ReadonlyMap<K, V>): ReadonlyArray<V> =>
  [...ids].flatMap((id) => {
    const record = records.get(id)
    return record === undefined ? [] : [record]
  })

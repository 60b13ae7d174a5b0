import { Console, Effect } from "effect"
import type { Contender } from "./Contender.ts"
import { createBrand, createTicket, sendTicket } from "./Dataset.ts"
import type { PrivatePostgres } from "./PrivatePostgres.ts"

/** Tickets per customer of a seeded brand. */
const ticketsPerCustomer = 20

/**
 * Creates a brand of `tickets` tickets, one per second up to a minute ago, and returns its id. A request creates the first; SQL
 * copies it and its customer, with ids, texts and times of their own, subject to all constraints, triggers and indexes. It
 * relies on the names of the columns below, in both schemas, and takes minutes for a million.
 */
export const seedBrand = (postgres: PrivatePostgres, contender: Contender, tickets: number) =>
  Effect.gen(function* () {
    yield* Console.log(`Seeding ${contender.name} with ${tickets} tickets`)
    const brandId = yield* createBrand(contender, "Bench large")
    yield* sendTicket(contender, createTicket(brandId, undefined, tickets))

    const copies = tickets - 1
    const customers = Math.ceil(copies / ticketsPerCustomer)
    const copyCustomers = yield* copyNewest(postgres, contender, "customers", {
      id: "uuidv7()",
      email: "'seeded' || n || '@north.example'"
    })
    const copyTickets = yield* copyNewest(postgres, contender, "tickets", {
      id: "uuidv7(age)",
      number: "newest.number + n",
      customer_id: "customer.id",
      customer_email: "customer.email",
      title: "'Invoice ' || n || ' shows the wrong company'",
      body: "newest.body || ' Accounting number ' || md5(n::text)",
      created_at: "now() + age",
      updated_at: "now() + age"
    })
    yield* postgres.run(
      contender.database,
      `${copyCustomers} FROM newest, generate_series(0, ${customers - 1}) n;
      ${copyTickets}
        FROM newest, generate_series(1, ${copies}) n
        CROSS JOIN LATERAL (SELECT make_interval(secs => n - ${copies} - 60) AS age) moment
        JOIN (SELECT id, email FROM customers WHERE email LIKE 'seeded%') customer
          ON customer.email = 'seeded' || (n - 1) / ${ticketsPerCustomer} || '@north.example';
      UPDATE brands SET next_ticket_number = next_ticket_number + ${copies}
        WHERE id = (SELECT brand_id FROM tickets ORDER BY id DESC LIMIT 1)`
    )
    yield* postgres.run(contender.database, "VACUUM")
    return brandId
  })

/** The head of a statement that inserts copies of a table's newest row with other values in some columns. */
const copyNewest = (
  postgres: PrivatePostgres,
  { database }: Contender,
  table: string,
  values: Readonly<Record<string, string>>
) =>
  postgres
    .run(
      database,
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = '${table}' AND is_generated = 'NEVER'`
    )
    .pipe(
      Effect.map((rows) => {
        const columns = rows.map(({ name }) => String(name))
        const selected = columns.map((column) => values[column] ?? `newest.${column}`)
        return `WITH newest AS MATERIALIZED (SELECT * FROM ${table} ORDER BY id DESC LIMIT 1)
          INSERT INTO ${table} (${columns.join(", ")}) SELECT ${selected.join(", ")}`
      })
    )

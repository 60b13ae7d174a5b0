import { Effect, Schema } from "effect"
import { request } from "undici"
import type { Contender } from "./Contender.ts"
import type { Call } from "./load.ts"

/** Page size of every list operation. */
const pageSize = 50

/** Tickets in the brand that the reads, updates and comments work on. */
export const smallBrand = 1000

/** Number of brands that the creates of the many-brand operations are spread over. */
const manyBrands = 16

/** Concurrent requests while the data set is created. */
const inFlight = 16

/** Page size while looking for the middle of a list: the largest that the API allows. */
const longestPage = 100

/** A brand whose tickets are listed, and the cursor of the page in the middle of its list. */
export interface Listed {
  readonly brandId: string
  readonly deepCursor: string
}

/** What a contender holds before the first round. */
export interface Dataset {
  /** The brand that receives the creates of the one-brand operations. */
  readonly busyBrand: string
  /** The brands that receive the creates of the many-brand operations. */
  readonly brands: ReadonlyArray<string>
  /** A brand of `smallBrand` tickets, written to only by updates and comments. */
  readonly small: Listed
  readonly ticketIds: ReadonlyArray<string>
}

/** The server returned an unexpected response while the data set was being created. */
export class UnexpectedAnswer extends Schema.TaggedError<UnexpectedAnswer>()("UnexpectedAnswer", {
  contender: Schema.String,
  call: Schema.String,
  answer: Schema.String
}) {
  override get message() {
    return `${this.contender} answered ${this.call} with ${this.answer}`
  }
}

const Identified = Schema.Struct({ id: Schema.String })
const Page = Schema.Struct({
  data: Schema.Array(Identified),
  pagination: Schema.Struct({ hasMore: Schema.Boolean, nextCursor: Schema.NullOr(Schema.String) })
})

/** Creates the data set through the contender's own API. */
export const makeDataset = (contender: Contender): Effect.Effect<Dataset, UnexpectedAnswer> =>
  Effect.gen(function* () {
    const [busyBrand, ...brands] = yield* Effect.forEach(Array.from({ length: manyBrands + 1 }), (_, i) =>
      createBrand(contender, `Bench ${i}`)
    )
    const small = yield* createBrand(contender, "Bench small")
    const tickets = yield* Effect.forEach(
      Array.from({ length: smallBrand }),
      (_, i) => sendTicket(contender, createTicket(small, `fill-${i}`, i)),
      { concurrency: inFlight }
    )
    return {
      busyBrand: busyBrand ?? small,
      brands,
      small: yield* findMiddle(contender, small, smallBrand),
      ticketIds: tickets.map(({ id }) => id)
    }
  })

export const createBrand = (contender: Contender, name: string) =>
  exchange(
    contender,
    { method: "POST", path: "/v1/brands", body: JSON.stringify({ name }), expect: 201 },
    Identified
  ).pipe(Effect.map(({ id }) => id))

export const sendTicket = (contender: Contender, call: Call) => exchange(contender, call, Identified)

/** The `sequence`-th ticket of a brand: about 400 bytes of text and fields, from one of 5,000 customers. */
export const createTicket = (brandId: string, idempotencyKey: string | undefined, sequence: number): Call => ({
  method: "POST",
  path: `/v1/brands/${brandId}/tickets`,
  body: JSON.stringify({
    title: `Invoice ${sequence} shows the wrong company`,
    customerEmail: `customer${(sequence * 7919) % 5000}@north.example`,
    body: ticketBody,
    customFields: { invoice: `R-${sequence}`, amount: sequence % 1000, urgent: sequence % 7 === 0 }
  }),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  expect: 201
})

export const listPage = (brandId: string, cursor?: string, limit = pageSize): Call => ({
  method: "GET",
  path: `/v1/brands/${brandId}/tickets?limit=${limit}${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
  expect: 200
})

/** Walks to the middle of a brand's list, and checks that its first and its middle page are full. */
export const findMiddle = (
  contender: Contender,
  brandId: string,
  tickets: number
): Effect.Effect<Listed, UnexpectedAnswer> =>
  Effect.gen(function* () {
    let deepCursor = ""
    for (let seen = 0; seen < tickets / 2; seen += longestPage) {
      const call = listPage(brandId, deepCursor === "" ? undefined : deepCursor, longestPage)
      const { pagination } = yield* exchange(contender, call, Page)
      deepCursor = pagination.nextCursor ?? ""
    }
    for (const call of [listPage(brandId), listPage(brandId, deepCursor)]) {
      const { data } = yield* exchange(contender, call, Page)
      if (data.length !== pageSize) {
        return yield* unexpected(contender, call, `a page of ${data.length} tickets, not ${pageSize}`)
      }
    }
    return { brandId, deepCursor }
  })

const ticketBody = [
  "Hello, the last invoice names the company that we were before the merger.",
  "Please send it again with the name and the address below, because our accounting cannot book it otherwise.",
  "North Example Ltd, 12 Harbour Street, Newcastle. Thank you, Ines"
].join("\n")

const exchange = <A>(contender: Contender, call: Call, schema: Schema.Codec<A, unknown>) =>
  Effect.tryPromise({
    try: async (signal) => {
      const answer = await request(contender.origin + call.path, {
        method: call.method,
        headers: { authorization: `Bearer ${contender.key}`, "content-type": "application/json" },
        body: call.body ?? null,
        signal
      })
      return { status: answer.statusCode, text: await answer.body.text() }
    },
    catch: (error) => new UnexpectedAnswer({ contender: contender.name, call: call.path, answer: String(error) })
  }).pipe(
    Effect.filterOrElse(
      ({ status }) => status === call.expect,
      ({ status, text }) => unexpected(contender, call, `${status} ${text}`)
    ),
    Effect.flatMap(({ text }) =>
      Schema.decodeEffect(Schema.fromJsonString(schema))(text).pipe(
        Effect.catch((error) => unexpected(contender, call, `${text} (${error})`))
      )
    )
  )

const unexpected = (contender: Contender, call: Call, answer: string) =>
  Effect.fail(new UnexpectedAnswer({ contender: contender.name, call: `${call.method} ${call.path}`, answer }))

import type { Contender } from "./Contender.ts"
import { createTicket, type Dataset, type Listed, listPage, smallBrand } from "./Dataset.ts"
import type { Call } from "./load.ts"

/** A contender and its data. */
export interface Subject {
  readonly contender: Contender
  readonly dataset: Dataset
  /** The brand of `--tickets` tickets. */
  readonly large: Listed
}

/** One line of the table: a kind of request at a given concurrency. */
export interface Operation {
  /** The name that `--only` selects. */
  readonly name: string
  readonly label: string
  readonly inFlight: number
  /** Operations with the same `companions` run in alternation, so that they can be compared with each other as well. */
  readonly companions: string
  /**
   * The smallest acceptable ratio to the reference's rate: the "must" column of the design. Undefined for what the reference
   * does not do.
   */
  readonly must: number | undefined
  /** Set for writes, in which the floor takes part; it reads just as the reference does. */
  readonly writes?: true
  /** Runs only when `--tickets` asks for a brand larger than the data set's own. */
  readonly needsLargeBrand?: true
  /** The `sequence`-th call; the sequence continues from round to round. */
  readonly call: (subject: Subject, sequence: number, idempotencyKey?: string) => Call
}

const createOne: Operation["call"] = ({ dataset }, sequence, key) => createTicket(dataset.busyBrand, key, sequence)

const createSpread: Operation["call"] = ({ dataset }, sequence, key) =>
  createTicket(dataset.brands[sequence % dataset.brands.length] ?? dataset.busyBrand, key, sequence)

const get: Operation["call"] = (subject, sequence) => ({
  method: "GET",
  path: ticketPath(subject, sequence),
  expect: 200
})

const list: Operation["call"] = ({ dataset }) => listPage(dataset.small.brandId)

const deep: Operation["call"] = ({ dataset }) => listPage(dataset.small.brandId, dataset.small.deepCursor)

const largeList: Operation["call"] = ({ large }) => listPage(large.brandId)

const largeDeep: Operation["call"] = ({ large }) => listPage(large.brandId, large.deepCursor)

/** Each visit to a ticket sets a different priority than the previous one, so that every update changes something. */
const update: Operation["call"] = (subject, sequence, key) => ({
  method: "PATCH",
  path: ticketPath(subject, sequence),
  body: JSON.stringify({ priority: ["low", "high", "urgent", "normal"][Math.floor(sequence / smallBrand) % 4] }),
  ...(key === undefined ? {} : { idempotencyKey: key }),
  expect: 200
})

const commenting =
  (visibility: "public" | "internal"): Operation["call"] =>
  (subject, sequence, key) => ({
    method: "POST",
    path: `${ticketPath(subject, sequence)}/comments`,
    body: JSON.stringify({
      body: `We have sent the invoice again; its number is ${sequence}. Please look at it.`,
      visibility
    }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    expect: 201
  })

const comment = commenting("internal")

/** Also mails the customer, which the reference does not do. */
const reply = commenting("public")

/** Of every 20 requests: 12 single reads, 4 pages, 2 creates, an update and a comment. */
const mixture = [
  ...[get, get, list, get, createSpread, get, get, list, get, update],
  ...[get, get, list, get, createSpread, get, get, list, get, comment]
]

const mixed: Operation["call"] = (subject, sequence, key) =>
  (mixture[sequence % mixture.length] ?? get)(subject, sequence, key)

const alone = (
  name: string,
  label: string,
  inFlight: number,
  must: Operation["must"],
  call: Operation["call"]
): Operation => ({
  name,
  label,
  inFlight,
  companions: `${name}-${inFlight}`,
  must,
  call
})

const writing = (...given: Parameters<typeof alone>): Operation => ({ ...alone(...given), writes: true })

const pages = (name: string, label: string, call: Operation["call"]): Operation => ({
  ...alone(name, label, 16, 1, call),
  companions: "pages"
})

export const operations: ReadonlyArray<Operation> = [
  writing("create", "create, one brand", 1, 0.8, createOne),
  writing("create", "create, one brand", 16, 1.5, createOne),
  writing("create", "create, one brand", 64, 2.5, createOne),
  writing("spread", "create, 16 brands", 16, 0.8, createSpread),
  writing("spread", "create, 16 brands", 64, 1, createSpread),
  alone("get", "get one", 16, 1, get),
  pages("list", "first page of 50", list),
  pages("deep", "deep page of 50", deep),
  { ...pages("large-list", "first page, large brand", largeList), needsLargeBrand: true },
  { ...pages("large-deep", "deep page, large brand", largeDeep), needsLargeBrand: true },
  writing("update", "update", 16, 0.8, update),
  writing("comment", "comment", 16, 0.8, comment),
  writing("mixed", "mixed, 80 % reads", 16, 1, mixed),
  writing("reply", "comment with its mail", 16, undefined, reply)
]

export const isCreate = (call: Call) => call.method === "POST" && call.path.endsWith("/tickets")

/** Visits the tickets in an order other than that of their creation. */
const ticketPath = ({ dataset }: Subject, sequence: number) =>
  `/v1/brands/${dataset.small.brandId}/tickets/${dataset.ticketIds[(sequence * 617) % dataset.ticketIds.length]}`

import { parentPort } from "node:worker_threads"
import type { MailAuthentication } from "../../src/domain/MailAuthentication.ts"
import type { DnsRecords, Resolve } from "../../src/runtime/DnsResolver.ts"
import { authenticateMail, type MailOrigin } from "./authenticateMail.ts"
import type { ReceivedData } from "./receiveData.ts"

/** An email to check, as `authenticateMail` takes it. */
export interface MailToCheck {
  /** At least its header. */
  readonly start: Uint8Array
  readonly source: ReceivedData["source"]
  readonly origin: MailOrigin
}

/** A message to the thread: an email with the id for its result, or the response to one of the thread's DNS queries. */
export type Order =
  | { readonly id: number; readonly mail: MailToCheck }
  | { readonly question: number; readonly answer: DnsRecords }
  | { readonly question: number; readonly failure: string; readonly code: string | undefined }

/** A message from the thread: an email's result, why there is none, or a DNS query. */
export type Report =
  | { readonly id: number; readonly found: MailAuthentication }
  | { readonly id: number; readonly failure: string }
  | { readonly question: number; readonly name: string; readonly type: string }

/** Makes a worker thread check the emails sent to it. It queries DNS through its parent. */
export const serveAuthentication = () => {
  const asked = new Map<number, PromiseWithResolvers<DnsRecords>>()
  let questions = 0
  const resolve: Resolve = (name, type) => {
    const answered = Promise.withResolvers<DnsRecords>()
    asked.set(++questions, answered)
    tell({ question: questions, name, type })
    return answered.promise
  }

  parentPort?.on("message", (order: Order) => {
    if ("mail" in order) {
      const { id, mail } = order
      authenticateMail(mail.start, mail.source, mail.origin, resolve).then(
        (found) => tell({ id, found }),
        (error) => tell({ id, failure: error instanceof Error ? error.message : String(error) })
      )
      return
    }
    const answered = asked.get(order.question)
    asked.delete(order.question)
    if ("answer" in order) answered?.resolve(order.answer)
    else answered?.reject(Object.assign(new Error(order.failure), { code: order.code }))
  })
}

const tell = (report: Report) => parentPort?.postMessage(report)

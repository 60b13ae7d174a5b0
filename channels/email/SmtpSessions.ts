import { Duration } from "effect"
import type { Recipient } from "../../src/tickets/intake/RecipientDirectory.ts"
import type { SmtpLimits } from "./SmtpLimits.ts"
import { refusals, type SmtpRefusal } from "./SmtpRefusal.ts"

/** What the listener knows about a connected client. */
export interface SmtpSession {
  readonly address: string
  /** Whether it is one of the operator's mail servers: limits per client do not fit those whose mail it relays. */
  readonly isRelay: boolean
  /** The brand that accepts email for each address that the client named. */
  readonly routes: Map<string, Recipient>
  refusedRecipients: number
}

/** The connected clients: limits how many there are from where, and how long a session may last. */
export class SmtpSessions {
  readonly #sessions = new Map<string, SmtpSession & { readonly deadline: NodeJS.Timeout }>()
  readonly #limits: SmtpLimits
  readonly #expire: (id: string) => void
  readonly #isRelay: (address: string) => boolean

  constructor(limits: SmtpLimits, expire: (id: string) => void, isRelay: (address: string) => boolean) {
    this.#limits = limits
    this.#expire = expire
    this.#isRelay = isRelay
  }

  /** Admits a client, or returns the refusal. */
  open(id: string, address: string): SmtpRefusal | undefined {
    const isRelay = this.#isRelay(address)
    let others = 0
    for (const session of this.#sessions.values()) if (session.address === address) others++
    if (!isRelay && others >= this.#limits.sessionsPerAddress) return refusals.tooManySessions
    if (this.#sessions.size >= this.#limits.sessions) return refusals.full
    const deadline = setTimeout(() => this.#expire(id), Duration.toMillis(this.#limits.session))
    deadline.unref()
    this.#sessions.set(id, { address, isRelay, routes: new Map(), refusedRecipients: 0, deadline })
    return undefined
  }

  get(id: string): SmtpSession | undefined {
    return this.#sessions.get(id)
  }

  close(id: string) {
    clearTimeout(this.#sessions.get(id)?.deadline)
    this.#sessions.delete(id)
  }
}
